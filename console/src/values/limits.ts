/** DynamoDB's limits for items. */
export const itemSizeBytesMax = 400 * 1024
export const partitionKeyBytesMax = 2048
export const sortKeyBytesMax = 1024
export const nestingLevelsMax = 32
export const attributeNameBytesMax = 65_535
/** Characters of a value that a line shows. */
export const printedCharactersMax = 512
/** Nesting of a JSON text that is read at all. */
export const jsonLevelsMax = 200
