# OpenBench's contract (make EXE=name [EVALFILE=net]) and shortcuts for people; docs/building.md explains them.
EXE ?= heirloom
ifdef EVALFILE
export EVALFILE := $(abspath $(EVALFILE))
endif
SUFFIX := $(if $(filter Windows_NT,$(OS)),.exe)
PROGRAM = $(patsubst %.exe,%,$(EXE))$(SUFFIX)
# A branch for tuning has a file openbench/tune: every number of the search is then an option, also in what OpenBench's workers build.
TUNE = $(if $(wildcard openbench/tune),--features tune)
BUILD = cargo build --release --package heirloom-cli $(TUNE)

all:
	$(BUILD)
	cp target/release/heirloom$(SUFFIX) $(PROGRAM)

# The rest is asked of rustc only where it is needed.
HOST = $(shell rustc -vV | sed -n 's/^host: //p')
TARGET = $(HOST)

native:
	RUSTFLAGS="-C target-cpu=native" $(BUILD) --target-dir target/native
	cp target/native/release/heirloom$(SUFFIX) $(PROGRAM)

STATIC = x86_64-unknown-linux-musl
static:
	@test -d "$(shell rustc --print sysroot)/lib/rustlib/$(STATIC)" || { echo "make static needs a library: rustup target add $(STATIC)"; exit 1; }
	$(BUILD) --target $(STATIC)
	cp target/$(STATIC)/release/heirloom $(PROGRAM)

# Flags of our own replace those of .cargo/config.toml, so its processor stands here again; make pgo CPU=native is for this machine alone.
CPU = $(if $(filter x86_64-%,$(TARGET)),x86-64-v2)
FLAGS = $(if $(CPU),-C target-cpu=$(CPU))
PROFDATA = $(shell rustc --print sysroot)/lib/rustlib/$(HOST)/bin/llvm-profdata$(SUFFIX)
PGO = $(CURDIR)/target/pgo
pgo:
	@test -x "$(PROFDATA)" || { echo "make pgo needs llvm-profdata: rustup component add llvm-tools"; exit 1; }
	rm -rf "$(PGO)/profiles"
	RUSTFLAGS="$(FLAGS) -C profile-generate=$(PGO)/profiles" $(BUILD) --target $(TARGET) --target-dir target/pgo
	target/pgo/$(TARGET)/release/heirloom$(SUFFIX) bench
	"$(PROFDATA)" merge -o "$(PGO)/heirloom.profdata" "$(PGO)/profiles"
	RUSTFLAGS="$(FLAGS) -C profile-use=$(PGO)/heirloom.profdata" $(BUILD) --target $(TARGET) --target-dir target/pgo
	cp target/pgo/$(TARGET)/release/heirloom$(SUFFIX) $(PROGRAM)

# The desk with its entry in the menu of the system, which opens games (PGN) by a double click.
PREFIX ?= $(HOME)/.local
install-desk:
	cargo build --release --package heirloom-desk
	install -D target/release/heirloom-desk "$(DESTDIR)$(PREFIX)/bin/heirloom-desk"
	install -D -m 644 data/heirloom-desk.desktop "$(DESTDIR)$(PREFIX)/share/applications/heirloom-desk.desktop"
	install -D -m 644 data/heirloom.svg "$(DESTDIR)$(PREFIX)/share/icons/hicolor/scalable/apps/heirloom.svg"
	-update-desktop-database "$(DESTDIR)$(PREFIX)/share/applications"

# Games of self-play for nets, at the lowest priority, until the folder has its size; each run continues the last one.
SELFPLAY = data/selfplay
SIZE = 20G
selfplay:
	RUSTFLAGS="-C target-cpu=native" $(BUILD) --target-dir target/native
	install -D target/native/release/heirloom$(SUFFIX) $(SELFPLAY)/heirloom$(SUFFIX)
	nice -n 19 $(SELFPLAY)/heirloom$(SUFFIX) datagen $(SELFPLAY) --nodes 100 --total $(SIZE) $(if $(THREADS),--threads $(THREADS))

# An archive of the program that DIST builds (all, static, pgo, native).
DIST = all
VERSION = $(shell sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml)
SYSTEM = $(if $(findstring linux,$(TARGET)),linux,$(if $(findstring darwin,$(TARGET)),macos,$(if $(findstring windows,$(TARGET)),windows,other)))
NAME = heirloom-$(VERSION)-$(SYSTEM)-$(firstword $(subst -, ,$(TARGET)))
dist: $(DIST)
	rm -rf target/dist/$(NAME)
	mkdir -p target/dist/$(NAME)
	cp $(PROGRAM) target/dist/$(NAME)/heirloom$(SUFFIX)
	-strip -S target/dist/$(NAME)/heirloom$(SUFFIX)
	cp -R README.md CHANGELOG.md LICENSE docs target/dist/$(NAME)
	mkdir target/dist/$(NAME)/data
	cp data/README.md data/games.pgn data/heirloom.svg crates/book/data/library.txt target/dist/$(NAME)/data
	.ci/libraries target/dist/$(NAME) $(TARGET)
ifeq ($(SUFFIX),.exe)
	powershell -Command "Compress-Archive -Force target/dist/$(NAME) target/dist/$(NAME).zip"
else
	tar -C target/dist -czf target/dist/$(NAME).tar.gz $(NAME)
endif

test:
	cargo test --workspace

bench: all
	./$(EXE) bench

help:
	@echo "make [EXE=name] [EVALFILE=net]   the program, as ./name, with another net built in"
	@echo "make native                      the same for this machine's processor"
	@echo "make static                      the same for any Linux on x86-64, with nothing to install"
	@echo "make pgo [CPU=native]            the same, compiled again with what bench told about it"
	@echo "make install-desk [PREFIX=...]   the desk, in the menu of the system (~/.local)"
	@echo "make dist [DIST=pgo]             an archive in target/dist"
	@echo "make selfplay [SIZE=20G] [THREADS=1]   games for nets, in data/selfplay"
	@echo "make test                        all tests"
	@echo "make bench                       nodes of a fixed search and nodes per second"

.PHONY: all native static pgo install-desk selfplay dist test bench help
