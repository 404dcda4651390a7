/** Limits of principals, sessions and what they carry. */

/** Long enough for everything that a session may carry, and short enough for a header. */
export const sessionTokenLengthMax = 8192
/** Of what a session token holds, before it is compressed. */
export const sessionTokenContentBytesMax = 65_536

/** What 100 percent of AWS's PackedPolicySize are, as far as records tell (`packed-session.ts`). */
export const packedTagsBytesMax = 478
export const packedTagOverheadBytes = 12
export const packedPoliciesBytesMax = 1024

/** Of the file of identity providers' keys. */
export const oidcKeysFileBytesMax = 1_048_576
/** AWS: a hundred RSA keys and a hundred of elliptic curves. */
export const oidcKeysPerIssuerMax = 200
/** Weaker keys sign nothing. */
export const rsaKeyBitsMin = 2048

/** Long-term keys whose secret and owner are kept in memory. */
export const cachedKeysMax = 4000
/** Keys whose use is kept in memory until it is stored. */
export const keyUsesMax = 20_000
/** How often the use of a key is stored at most. */
export const keyUseIntervalMs = 60 * 60 * 1000
/** How often a server looks for uses to store. */
export const keyUsesLookMs = 60_000
/** Uses that are stored in one transaction. */
export const keyUsesAtOnce = 100
/** Session tokens that are kept opened; each is some kilobytes long. */
export const cachedSessionsMax = 2000
/** Of a seed file. */
export const seedFileBytesMax = 1_048_576
/** Entities and keys in a seed file: they are applied in one transaction. */
export const seedRecordsMax = 2000
/** How often a seed file is tried while others change the same accounts. */
export const seedAttemptsMax = 10
/** AWS: keys that the root of an account can have. */
export const rootKeysMax = 2
/** Texts of policies that are kept compiled, in characters. */
export const compiledPolicyCharactersMax = 8_000_000

/** Of the subject, the audience and the issuer of a web identity. AWS: a subject has 255 characters at most. */
export const webIdentityClaimLengthMax = 255
/** How far ahead the clock of an identity provider may be. */
export const providerClockSkewMsMax = 300_000
