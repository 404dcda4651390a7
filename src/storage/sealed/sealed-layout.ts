/** Where the parts of a sealed value are. The tag is at its end; `space-cipher.ts` has the rest. */
export const saltOffset = 1
export const saltBytes = 16
export const nonceOffset = saltOffset + saltBytes
export const nonceBytes = 12
export const nonceEnd = nonceOffset + nonceBytes
export const tagBytes = 16
