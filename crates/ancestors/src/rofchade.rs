//! rofChade 1: bitboards, staged generation, tapered piece-square tables, Lazy SMP.
