//! SPSA: numbers that only games can judge, tuned by self-play.
