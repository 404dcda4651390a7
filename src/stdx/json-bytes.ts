/** The bytes that give JSON its structure. */
export const quote = 0x22
export const comma = 0x2c
export const backslash = 0x5c
export const openList = 0x5b
export const closeList = 0x5d
export const openObject = 0x7b
export const closeObject = 0x7d
