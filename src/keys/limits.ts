/** Limits of master keys. */

/** In one file: far more than a rotation needs, and few enough to read at a glance. */
export const masterKeysMax = 100

/** Requests to a key management service: a client waits for some of them. */
export const kmsConnectMsMax = 2_000
export const kmsRequestMsMax = 5_000
export const kmsAttemptsMax = 2
