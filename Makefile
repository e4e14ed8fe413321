# OpenBench's contract (make EXE=name [EVALFILE=net]) and shortcuts for people.
EXE ?= heirloom
ifdef EVALFILE
export EVALFILE := $(abspath $(EVALFILE))
endif
SUFFIX := $(if $(filter Windows_NT,$(OS)),.exe)

all:
	cargo build --release --package heirloom-cli
	cp target/release/heirloom$(SUFFIX) $(patsubst %.exe,%,$(EXE))$(SUFFIX)

test:
	cargo test --workspace

bench: all
	./$(EXE) bench

help:
	@echo "make [EXE=name] [EVALFILE=net]   the program, as ./name, with another net built in"
	@echo "make test                        all tests"
	@echo "make bench                       nodes of a fixed search and nodes per second"

.PHONY: all test bench help
