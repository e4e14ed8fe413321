# OpenBench's contract (make EXE=name [EVALFILE=net]) and shortcuts for people; docs/building.md explains them.
EXE ?= heirloom
ifdef EVALFILE
export EVALFILE := $(abspath $(EVALFILE))
endif
# make TARGET=... builds for another system; rustup and a linker for it are needed.
CROSS := $(if $(filter command,$(origin TARGET)),$(TARGET))
SUFFIX := $(if $(CROSS),$(if $(findstring windows,$(CROSS)),.exe),$(if $(filter Windows_NT,$(OS)),.exe))
BUILT := target/$(if $(CROSS),$(CROSS)/)dist
PROGRAM = $(patsubst %.exe,%,$(EXE))$(SUFFIX)
# A branch for tuning has a file openbench/tune: every number of the search is then an option, also in what OpenBench's workers build.
TUNE = $(if $(wildcard openbench/tune),--features tune)
BUILD = cargo build --profile dist $(if $(CROSS),--target $(CROSS)) --package heirloom-cli $(TUNE)
DESK =

all:
	$(BUILD) $(DESK)
	cp $(BUILT)/heirloom$(SUFFIX) $(PROGRAM)

# The rest is asked of rustc only where it is needed.
HOST = $(shell rustc -vV | sed -n 's/^host: //p')
TARGET = $(HOST)

native:
	RUSTFLAGS="-C target-cpu=native" $(BUILD) --target-dir target/native
	cp target/native/dist/heirloom$(SUFFIX) $(PROGRAM)

STATIC = x86_64-unknown-linux-musl
static:
	@test -d "$(shell rustc --print sysroot)/lib/rustlib/$(STATIC)" || { echo "make static needs a library: rustup target add $(STATIC)"; exit 1; }
	$(BUILD) --target $(STATIC)
	cp target/$(STATIC)/dist/heirloom $(PROGRAM)

# Flags of our own replace those of .cargo/config.toml, so its processor stands here again; make pgo CPU=native is for this machine alone.
CPU = $(if $(filter x86_64-%,$(TARGET)),x86-64-v2)
FLAGS = $(if $(CPU),-C target-cpu=$(CPU))
PROFDATA = $(shell rustc --print sysroot)/lib/rustlib/$(HOST)/bin/llvm-profdata$(SUFFIX)
PGO = $(CURDIR)/target/pgo
pgo:
	@test -x "$(PROFDATA)" || { echo "make pgo needs llvm-profdata: rustup component add llvm-tools"; exit 1; }
	rm -rf "$(PGO)/profiles"
	RUSTFLAGS="$(FLAGS) -C profile-generate=$(PGO)/profiles" $(BUILD) --target $(TARGET) --target-dir target/pgo
	target/pgo/$(TARGET)/dist/heirloom$(SUFFIX) bench
	"$(PROFDATA)" merge -o "$(PGO)/heirloom.profdata" "$(PGO)/profiles"
	RUSTFLAGS="$(FLAGS) -C profile-use=$(PGO)/heirloom.profdata" $(BUILD) --target $(TARGET) --target-dir target/pgo
	cp target/pgo/$(TARGET)/dist/heirloom$(SUFFIX) $(PROGRAM)

# Engine and desk with manual pages, completions, icon, menu entry and the type of PGN files.
PREFIX ?= $(HOME)/.local
install:
	cargo build --release --package heirloom-cli --package heirloom-desk
	$(MAKE) --no-print-directory stage STAGE="$(DESTDIR)$(PREFIX)" FROM=target/release
	-update-desktop-database "$(DESTDIR)$(PREFIX)/share/applications"
	-update-mime-database "$(DESTDIR)$(PREFIX)/share/mime"

# Everything that is installed, by path below the prefix.
INSTALLED = bin/heirloom bin/heirloom-desk share/applications/heirloom-desk.desktop share/icons/hicolor/scalable/apps/heirloom.svg \
	share/mime/packages/heirloom.xml share/metainfo/heirloom.metainfo.xml share/bash-completion/completions/heirloom share/zsh/site-functions/_heirloom \
	share/fish/vendor_completions.d/heirloom.fish share/heirloom/games.pgn share/heirloom/master-games.pgn share/heirloom/endgames.pgn \
	share/heirloom/puzzles.csv
# What both update programs write, which is left without a source if no other program has one.
DESKTOP_CACHE = share/applications/mimeinfo.cache
MIME_CACHE = $(addprefix share/mime/,XMLnamespaces aliases generic-icons globs globs2 icons magic mime.cache subclasses treemagic types version)
# Folders that go when they are empty, but not those of the system.
FOLDERS = $(if $(filter /usr /usr/%,$(PREFIX)),share/heirloom,$(sort $(dir $(INSTALLED) share/mime/application/ share/man/man1/)))
uninstall:
	cd "$(DESTDIR)$(PREFIX)" && rm -f $(INSTALLED) share/man/man1/heirloom.1 share/man/man1/heirloom-*.1
	-update-desktop-database "$(DESTDIR)$(PREFIX)/share/applications"
	-update-mime-database "$(DESTDIR)$(PREFIX)/share/mime"
	cd "$(DESTDIR)$(PREFIX)" && { ls share/applications/*.desktop || rm -f $(DESKTOP_CACHE); } > /dev/null 2>&1
	cd "$(DESTDIR)$(PREFIX)" && { ls share/mime/packages/*.xml || rm -f $(MIME_CACHE); } > /dev/null 2>&1
	cd "$(DESTDIR)$(PREFIX)" && { rmdir -p $(FOLDERS) || true; } > /dev/null 2>&1

# Lays out below STAGE what was built in FROM.
stage:
	install -D "$(FROM)/heirloom" "$(STAGE)/bin/heirloom"
	install -D "$(FROM)/heirloom-desk" "$(STAGE)/bin/heirloom-desk"
	install -D -m 644 data/heirloom-desk.desktop "$(STAGE)/share/applications/heirloom-desk.desktop"
	install -D -m 644 data/heirloom.svg "$(STAGE)/share/icons/hicolor/scalable/apps/heirloom.svg"
	install -D -m 644 data/heirloom-mime.xml "$(STAGE)/share/mime/packages/heirloom.xml"
	install -D -m 644 data/heirloom.metainfo.xml "$(STAGE)/share/metainfo/heirloom.metainfo.xml"
	install -d "$(STAGE)/share/bash-completion/completions" "$(STAGE)/share/zsh/site-functions" "$(STAGE)/share/fish/vendor_completions.d"
	"$(FROM)/heirloom" completions bash > "$(STAGE)/share/bash-completion/completions/heirloom"
	"$(FROM)/heirloom" completions zsh > "$(STAGE)/share/zsh/site-functions/_heirloom"
	"$(FROM)/heirloom" completions fish > "$(STAGE)/share/fish/vendor_completions.d/heirloom.fish"
	"$(FROM)/heirloom" man "$(STAGE)/share/man/man1"
	install -d "$(STAGE)/share/heirloom"
	install -m 644 data/games.pgn data/master-games.pgn data/endgames.pgn data/puzzles.csv "$(STAGE)/share/heirloom"

# Games of self-play for nets, at the lowest priority, until the folder has its size; each run continues the last one.
SELFPLAY = data/selfplay
SIZE = 20G
selfplay:
	RUSTFLAGS="-C target-cpu=native" cargo build --release --package heirloom-cli --target-dir target/native
	install -D target/native/release/heirloom$(SUFFIX) $(SELFPLAY)/heirloom$(SUFFIX)
	nice -n 19 $(SELFPLAY)/heirloom$(SUFFIX) datagen $(SELFPLAY) --nodes 100 --total $(SIZE) $(if $(THREADS),--threads $(THREADS))

# An archive of the engine that DIST builds (all, static, pgo, native), and of the desk.
DIST = all
VERSION = $(shell sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml)
SYSTEM = $(if $(findstring linux,$(TARGET)),linux,$(if $(findstring darwin,$(TARGET)),macos,$(if $(findstring windows,$(TARGET)),windows,other)))
STRIP = $(if $(findstring windows-gnu,$(CROSS)),x86_64-w64-mingw32-strip,strip)
NAME = heirloom-$(VERSION)-$(SYSTEM)-$(firstword $(subst -, ,$(TARGET)))
# One build of both takes less time than two; the other builds of the engine are its own.
dist: DESK = --package heirloom-desk
dist: $(DIST)
	$(if $(filter-out all,$(DIST)),cargo build --profile dist $(if $(CROSS),--target $(CROSS)) $(DESK))
	rm -rf target/packages/$(NAME)
	mkdir -p target/packages/$(NAME)/data
	cp $(PROGRAM) target/packages/$(NAME)/heirloom$(SUFFIX)
	cp $(BUILT)/heirloom-desk$(SUFFIX) target/packages/$(NAME)
	cd target/packages/$(NAME) && $(STRIP) -S heirloom$(SUFFIX) heirloom-desk$(SUFFIX) || true
	cp -R README.md CHANGELOG.md LICENSE docs lab target/packages/$(NAME)
	cp data/README.md data/*.pgn data/*.csv data/heirloom.svg crates/book/data/library.txt target/packages/$(NAME)/data
	.ci/libraries target/packages/$(NAME) $(TARGET)
	rm -f target/packages/$(NAME).zip target/packages/$(NAME).tar.gz
ifeq ($(OS),Windows_NT)
	powershell -Command "Compress-Archive -Force target/packages/$(NAME) target/packages/$(NAME).zip"
else ifeq ($(SUFFIX),.exe)
	cd target/packages && zip -qr $(NAME).zip $(NAME)
else
	tar -C target/packages -czf target/packages/$(NAME).tar.gz $(NAME)
endif

# A package for Debian and Ubuntu; it needs cargo-deb.
deb:
	$(BUILD) --package heirloom-desk
	rm -rf target/stage
	mkdir -p target/packages
	$(MAKE) --no-print-directory stage STAGE=target/stage FROM=target/dist
	cd target/stage/bin && strip heirloom heirloom-desk
	gzip -9nf target/stage/share/man/man1/*.1
	.ci/libraries target/stage/share/doc/heirloom
	cargo deb --no-build --no-strip --package heirloom-desk --output target/packages/heirloom_$(VERSION).deb

test:
	cargo test --workspace

bench: all
	./$(EXE) bench

help:
	@echo "make [EXE=name] [EVALFILE=net]   the program, as ./name, with another net built in"
	@echo "make native                      the same for this machine's processor"
	@echo "make static                      the same for any Linux on x86-64, with nothing to install"
	@echo "make pgo [CPU=native]            the same, optimized with a profile of bench"
	@echo "make install [PREFIX=...]        engine and desk with manual pages and menu entry (~/.local)"
	@echo "make uninstall [PREFIX=...]      removes them"
	@echo "make deb                         a package for Debian and Ubuntu in target/packages"
	@echo "make dist [DIST=pgo]             an archive in target/packages"
	@echo "make dist TARGET=...             the same for another system: x86_64-pc-windows-gnu"
	@echo "make selfplay [SIZE=20G] [THREADS=1]   games for nets, in data/selfplay"
	@echo "make test                        all tests"
	@echo "make bench                       nodes of a fixed search and nodes per second"

.PHONY: all native static pgo install uninstall stage deb selfplay dist test bench help
