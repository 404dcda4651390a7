/** How many workers a server has, and how long their supervisor waits for them. */

/** As many as anybody's cores can use; each of them takes memory. */
export const workersMax = 64
/** What `auto` needs to start several, how many it starts at most, and what it leaves each of them. */
export const autoCoresMin = 4
export const autoMemoryBytesMin = 2 * 1024 ** 3
export const autoWorkersMax = 8
export const autoBytesPerWorker = 512 * 1024 ** 2
/** Share of the memory of the container or machine that the heaps of all workers may take. */
export const workerHeapsShare = 0.6
export const workerHeapMbMin = 128
/** How many threads V8 has for garbage and compilation in a process that has the machine for itself: Node's own choice. */
export const v8ThreadsMax = 4
/** How often a worker is asked whether it is there. One that misses two is given no new connections if others answer. */
export const pulseIntervalMs = 1_000
export const suspectPulsesMissed = 2
/** A worker that has not answered for so long is killed: its event loop is blocked. */
export const silentPulsesMax = 15
/** A worker that died is replaced at once; one that dies again soon waits, longer each time. */
export const respawnDelayMsMin = 100
export const respawnDelayMsMax = 5_000
/** Deaths are counted over this time, and after so many the supervisor gives up. */
export const deathsWindowMs = 60_000
export const deathsMax = 12
/** Longer than a worker takes to stop, with a store that does not answer. */
export const workerStopMsMax = 12_000
/** How long connections that were closed, and requests that count for a rate, are collected before others are told. */
export const closedConnectionsMs = 10
export const takenRatesMs = 50
/** How many keys are told at once; of a flood of addresses the others are left out. */
export const takenKeysMax = 2_000
/** How long a scrape waits for the other workers. */
export const gatherMsMax = 2_000
/** How many bytes of audit lines may be on their way to the supervisor; what exceeds them is dropped and counted. */
export const auditBytesUnderWayMax = 8 * 1024 ** 2
/** How many connections wait while no worker has begun. */
export const connectionsWaitingMax = 10_000
/** The place of the channel for writes among the files of a worker's process. */
export const channelPlace = 4
