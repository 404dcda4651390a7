/** AWS: how far the date of a signed request may be from the server's clock. */
export const clockSkewMaxMs = 15 * 60 * 1000
/** How many derived keys are kept: one for each access key, day, region and service. */
export const signingKeysMax = 10_000
/** How many lists of signed headers are kept, and the longest of them: an SDK always sends the same one. */
export const headerListsMax = 256
export const headerListLengthMax = 1_024
/** A longer body is hashed in turns, in pieces of this size: less than a millisecond each. */
export const hashedBytesAtOnce = 256 * 1024
/** AWS: for how long an address of S3 may be signed in advance. */
export const presignedSecondsMax = 7 * 24 * 60 * 60
