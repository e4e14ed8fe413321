# OpenBench's contract (make EXE=name) and shortcuts for people.
EXE ?= heirloom

all:
	cargo build --release --package heirloom-cli
	cp target/release/heirloom $(EXE)

test:
	cargo test --workspace

bench: all
	./$(EXE) bench

help:
	@echo "make [EXE=name]   the program, as ./name"
	@echo "make test         all tests"
	@echo "make bench        nodes of a fixed search and nodes per second"

.PHONY: all test bench help
