/** Limits of master keys. */

/** In one file: far more than a rotation needs, and few enough to read at a glance. */
export const masterKeysMax = 100
