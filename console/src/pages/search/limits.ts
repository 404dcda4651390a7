/** AWS: results of one search. */
export const topKMax = 100
