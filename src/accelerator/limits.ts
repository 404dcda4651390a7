/** What DAX keeps, in the store and in memory. */

/** What an entry takes in memory beside its key and its answer: objects, places in maps. */
export const entryOverheadBytes = 256
/** Other encodings of an item's key under which its answer can be found. */
export const aliasesPerItemMax = 4
/** How often a server looks at what other servers changed, if not too many tables are followed. */
export const followIntervalMs = 100
/** … and how much time it takes for each table that is followed, if they are many. */
export const followIntervalPerTableMs = 5
/** A table that could not be followed is tried again after this time. */
export const followRetryMs = 1_000
/** Tables that one server keeps something of. */
export const cachedTablesMax = 1_000
/** The share of the memory of the process that is used unless an option says otherwise. */
export const cacheMemoryShare = 1 / 4
/** How often a server that nobody shares a store with looks for tables that are no longer used. */
export const idleLookMs = 60 * 1000
/** Accounts and regions that have answers to whole requests. */
export const answeredScopesMax = 1_000
/** How often a server stores that it uses a table. */
export const useNotesIntervalMs = 60 * 60 * 1000
/** A table that no server has used for this long stops keeping its changes for caches … */
export const unusedTableMsMax = 24 * 60 * 60 * 1000
/** … and how often such tables are looked for. */
export const unusedTablesIntervalMs = 60 * 60 * 1000
/** A table of which nothing was asked for this long is no longer followed. */
export const idleTableMsMax = 60 * 60 * 1000
/** How many lists of attribute names a database may have. Each combination of attributes that an item has is one. */
export const attributeListsMax = 1_000_000
/** The characters of the lists that a process remembers. */
export const attributeListCharactersMax = 16 * 1024 * 1024
/** The names of one list together: no item has more. */
export const attributeListBytesMax = 400 * 1024

/** AWS's quotas of what is managed. */
export const parameterGroupsMax = 20
export const subnetGroupsMax = 50
/** Of one subnet group. */
export const groupSubnetsMax = 20
export const clusterTagsMax = 50
/** Nodes of a cluster. */
export const clusterNodesMax = 11
export const clusterNameCharactersMax = 20
/** Parameters of one request. */
export const changedParametersMax = 20
/** Entries of a page that is described. */
export const daxPageMin = 20
export const daxPageMax = 100
/** How long it is known what has happened. */
export const eventKeptMs = 14 * 24 * 60 * 60 * 1000
/** What is described unless the request says otherwise. */
export const eventsShownMs = 24 * 60 * 60 * 1000

/** AWS's model has no bounds for these: names of groups, descriptions, security groups of a cluster. */
export const groupNameCharactersMax = 255
export const descriptionCharactersMax = 1024
export const securityGroupsMax = 20
/** AWS has no such limit. Older events of an account and region are forgotten. */
export const eventsMax = 500
/** How often a server tells the others of its database where clients of DAX reach it. */
export const rollIntervalMs = 2_000
/** A server that has not done so for this long is gone. */
export const rollDeadMs = 10_000
/** Servers of one database that clients are told of. */
export const rollServersMax = 100
/** Reads of written items that no client waits for, at once: each may have some megabytes. */
export const backgroundReadsMax = 10
/** Accounts and regions whose requests are counted apart. Clients name the region themselves. */
export const countedScopesMax = 100
/** How often what was counted becomes points of metrics. */
export const sampleIntervalMs = 5_000
/** How old the times may be that a server's caches go by. */
export const cacheTimesAgeMsMax = 1000
/** Accounts and regions whose times a server remembers. */
export const cacheTimesScopesMax = 1000
