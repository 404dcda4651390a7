/** How often the work of global tables is done, and the service's limits. */

/** How often global tables are looked for whose work was not announced. */
export const groupsIntervalMs = 5_000
/** How soon a member is looked at again that waits for something. */
export const groupsPollMs = 200
/** How often a request starts over because a global table has changed meanwhile. */
export const groupAttemptsMax = 10
/** AWS: for this long a region that was the source of a new replica has to stay. */
export const sourceStaysMs = 24 * 60 * 60 * 1000
/** How long the request that joins a table of another account may take to make it. */
export const joiningMsMax = 60_000
/** AWS: for this long a member stays that policies keep the service from replicating. */
export const unauthorisedMsMax = 20 * 60 * 60 * 1000
/** Links that an account may have: one for each region elsewhere. */
export const linksMax = 100
/** Global tables that are read at a time when all are looked at. */
export const globalTablesPage = 100

/** How changes go from region to region, and how often it is looked whether there are any. */

/** Changes, and their stored bytes, that are applied in one transaction. */
export const replicationBatchEntriesMax = 200
export const replicationBatchBytesMax = 1024 * 1024
/** Transactions that one member makes of the changes of another before others get their turn. */
export const replicationBatchesAtOnceMax = 8
/** Global tables that are worked on at the same time. */
export const replicationGroupsAtOnceMax = 8
/** How often all global tables are looked at. Other servers on the same store write unheard: that is looked at more often. */
export const replicationIdleMs = 1_000
export const replicationPollMs = 100
/** How long a member rests after a failure to read another, at first and at most. */
export const replicationRetryMsMin = 200
export const replicationRetryMsMax = 10_000
/** How long reading nothing but what came from other members may go unrecorded: it is only read again. */
export const cursorRestMs = 1_000
/** How far ahead of our clock a change may be stamped; what is further ahead waits. */
export const replicationSkewMsMax = 500
/** How often it is told that a change waits, or that a region cannot be read. */
export const replicationComplaintMs = 60_000
/** Times in logs and cursors are told apart by no less: they are of different servers' clocks. */
export const logTimesSpreadMs = 60_000
/** How often a member in which something changed raises its bound of versions, and how far that stays behind the clock. */
export const floorIntervalMs = 5_000
export const floorMarginMs = 1_000
/** How long after a sweep through a member's versions the next begins, and how many versions a step of it reads. */
export const tombstoneSweepIntervalMs = 60_000
export const tombstonePageEntriesMax = 500
/** How long somebody may delay changes between two regions. */
export const replicationDelayMsMax = 24 * 60 * 60 * 1000
/** How often a store without global tables is looked at for the first, should nobody tell of it. */
export const firstGroupIntervalMs = 5_000
/** How often cursors are looked for whose tables are not members any more. */
export const strayCursorsIntervalMs = 10 * 60 * 1000
/** AWS: the regions that can have members and witnesses of strongly consistent global tables. */
export const strongRegions: ReadonlySet<string> = new Set([
  'us-east-1',
  'us-east-2',
  'us-west-2',
  'ca-central-1',
  'eu-west-1',
  'eu-west-2',
  'eu-west-3',
  'eu-central-1',
  'eu-north-1',
  'eu-south-2',
  'ap-northeast-1',
  'ap-northeast-2',
  'ap-northeast-3',
  'ap-south-1',
  'ap-southeast-1',
])
/** How often deployments that share global tables tell each other about them, and while a member comes or goes. */
export const linkedGroupsIntervalMs = 2_000
export const linkedGroupsPollMs = 200
/** How often it is told that a linked deployment does not answer. */
export const linkComplaintMs = 60_000
/** How often a member elsewhere is told how far it has been read. */
export const acknowledgeIntervalMs = 5_000
/** How often members elsewhere are asked for changes. */
export const linkPollMs = 200
