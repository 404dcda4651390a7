/** How often the links between regions are asked for while their tab is open. */
export const replicaLinksFreshMs = 2000

/** AWS: of a table. */
export const vectorIndexesMax = 5
export const vectorDimensionsMax = 4096
/** AWS: filter attributes of one vector index. */
export const inlineFiltersMax = 18
