/** How often the links between regions are asked for while their tab is open. */
export const replicaLinksFreshMs = 2000
