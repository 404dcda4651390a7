/** Bounds of what is proposed, generated and drawn. */
export const proposedEntitiesMax = 40
/** Items that are read from a table to make a model of it. */
export const sampledItemsMax = 500
export const generatedItemsMax = 200
/** Bytes of items that a request reads at most. */
export const pageBytesMax = 1024 * 1024
/** Of an item, from which it is said to be near the limit. */
export const largeItemBytesMin = 300 * 1024
/** Of items with one partition key, where a table has a local index. */
export const collectionBytesMax = 10 * 1024 * 1024 * 1024
/** Rows that a picture of the aggregate view shows. */
export const drawnRowsMax = 400
