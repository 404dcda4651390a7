/**
 * A table as it is defined: what the catalog keeps and every layer above reads.
 *
 * A definition has two parts. Writers depend on the *layout*: every request that uses it carries a
 * guard, and changing it breaks the guards of all servers. No reader or writer of items depends on the
 * *settings*: they change without disturbing any of them.
 *
 * A table's state is derived from the definition and the clock: a definition says what is being done
 * and when that will be over, so a restart forgets nothing, and what is over is removed from it, so
 * no clock brings it back (`catalog/life-cycle.ts`).
 */
import type { Scope } from './arn.js'
import type { KeyType } from './attribute-value.js'
import type { IndexKeySchema, KeyAttribute, KeySchema } from './key-schema.js'
import type { KinesisDestination } from './kinesis-destination.js'

export interface TableDefinition extends TableLayout, TableSettings {}

/** What a write has to know: where items go, and what is derived from them. */
export interface TableLayout extends Scope {
  readonly name: string
  /** A UUID, new for every table even under an old name. */
  readonly id: string
  /** The storage space that holds the items. */
  readonly space: number
  readonly createdAtMs: number
  readonly keySchema: KeySchema
  /** All attributes that some key uses, in the order the client gave them. */
  readonly attributeTypes: Readonly<Record<string, KeyType>>
  readonly indexes: readonly IndexDefinition[]
  /** Absent if there are none. */
  readonly vectorIndexes?: readonly VectorIndexDefinition[]
  readonly encryption?: EncryptionSetting
  readonly stream?: StreamSetting
  /** Where changes of the items are logged; absent when nothing reads them. */
  readonly changes?: ChangeLogSetting
  /** Kinesis streams that changes go to, went to or could not go to, the latest first. */
  readonly kinesisDestinations?: readonly KinesisDestination[]
  readonly timeToLive?: TimeToLiveSetting
  /** The items by the time they expire; present while time to live is enabled. */
  readonly expiry?: ExpiryIndex
  /** How large its item collections are; present once they are counted. */
  readonly collections?: CollectionSizes
  /** Backups that are being made of it; absent if there are none. */
  readonly backupsUnderWay?: BackupsUnderWay
  /** Present while a job fills the table with items. */
  readonly filling?: Filling
  /** Present while point-in-time recovery is on. */
  readonly pointInTimeRecovery?: RecoverySetting
  /** Present while servers answer reads of its items from memory, and so follow its changes. */
  readonly accelerated?: AcceleratedSetting
  /** Present while it is a member of a global table. */
  readonly replica?: ReplicaSetting
  /** The versions of its items; present while other regions write the same items. */
  readonly versions?: ItemVersions
  /** The table whose key seals its spaces, if it is another one: the first of those that shared its items. */
  readonly spacesOwner?: string
}

/** A table's place in a global table, whose record has the rest (`replication/global-table.ts`). */
export interface ReplicaSetting {
  readonly groupId: string
  /** New for every member, even if its region was a member before. */
  readonly memberId: string
  /** When it became a member. */
  readonly sinceMs: number
  /**
   * The regions whose tables have these very items, among them this one; present in a strongly consistent
   * global table. What this means for a definition is in `catalog/shared-items.ts`.
   */
  readonly sharedBy?: readonly string[]
}

export interface AcceleratedSetting {
  readonly sinceMs: number
}

export interface RecoverySetting {
  /** Names the reader of the change log that keeps the changes. */
  readonly enabledAtMs: number
  readonly periodDays: number
  /** No earlier moment can be restored: nothing was logged then, or it was too old at some time since. */
  readonly notBeforeMs: number
}

/**
 * A table that a job fills: it is CREATING until one transaction removes this, whatever the clock
 * says, and only the job uses it. Its transition says `creating` meanwhile. None of its derived data
 * is built before the items are complete.
 */
export type Filling = FillingSource & {
  /** The record of the job. */
  readonly jobId: string
  /** Present once every item is there. */
  readonly itemsComplete?: true
}

/** Where the items of a table that is being filled come from. */
export type FillingSource =
  | RestoreSource
  | { readonly kind: 'import' }
  /** From another region of a global table. */
  | { readonly kind: 'replica' }

export interface RestoreSource {
  readonly kind: 'restore'
  readonly sourceTableArn: string
  /** Absent if a point in time is restored. */
  readonly sourceBackupArn?: string
  /** The moment whose items are restored. */
  readonly restoresMs: number
}

/** What can change while items are being written. `catalog/layout.ts` holds the line between the two. */
export interface TableSettings {
  /** What is being done to the table; absent when nothing is. */
  readonly transition?: Transition
  /** The index that was deleted last. Nothing reads or writes it, it is only described for a while. */
  readonly departingIndex?: DepartingIndex
  /** The same for the vector index that was deleted last. */
  readonly departingVectorIndex?: DepartingVectorIndex
  readonly billing: Billing
  readonly onDemandThroughput?: OnDemandThroughput
  readonly warmThroughput?: WarmThroughput
  readonly tableClass?: TableClassSetting
  /** Absent if its encryption never changed, and in records of older versions. */
  readonly encryptionChanges?: EncryptionChanges
  readonly deletionProtection: boolean
  /** Absent if that never changed, or nobody has to wait for the next change. */
  readonly protectionChangedAtMs?: number
  /** Whether a replica in another account would follow its settings; absent if nobody has said so. */
  readonly settingsReplication?: SettingsReplication
  readonly tags: readonly Tag[]
}

export type SettingsReplication = 'ENABLED' | 'DISABLED'

export interface Transition {
  readonly kind: 'creating' | 'updating' | 'deleting'
  /** Absent in records of older versions. */
  readonly startedAtMs?: number
  /** From this moment on it counts as done. */
  readonly doneAtMs: number
  /** What is updated. Absent in records of older versions. */
  readonly job?: UpdateJob
  /** Present if the job changes throughput or the class, in records of this version. */
  readonly before?: SettingsBefore
}

/** What DescribeTable shows of the settings that a job changes, until it is done. */
export type SettingsBefore = Pick<TableSettings, 'billing' | 'warmThroughput' | 'tableClass'>

/** The changes that take a table in use their time. It shows UPDATING until they are done. */
export type UpdateJob = 'throughput' | 'billing' | 'stream' | 'class' | 'index'

export interface IndexDefinition extends IndexLayout, IndexSettings {}

export interface IndexLayout {
  readonly kind: 'local' | 'global'
  readonly name: string
  readonly space: number
  readonly keySchema: IndexKeySchema
  readonly projection: IndexProjection
  /** Present while a global index is being built on a table in use, or a table is being filled. */
  readonly build?: IndexBuild
}

export interface IndexSettings {
  /** Of a global index on a provisioned table. */
  readonly throughput?: Throughput
  readonly onDemandThroughput?: OnDemandThroughput
  readonly warmThroughput?: WarmThroughput
}

/** Finds the items whose vectors are nearest to a given one. Nothing of it can be changed later. */
export interface VectorIndexDefinition {
  readonly kind: 'vector'
  readonly name: string
  readonly space: number
  /** The attribute with the vectors: lists of so many numbers. */
  readonly attribute: string
  readonly dimensions: number
  readonly distance: VectorDistance
  readonly projection: IndexProjection
  /** If there is one, every search is among the items with one value of it. */
  readonly hash?: KeyAttribute
  /** What searches may ask for beside it. */
  readonly filters: readonly KeyAttribute[]
  /**
   * A space without entries, whose totals are the vectors of all items and what they count for as lists.
   * Absent in records of older versions.
   */
  readonly listsSpace?: number
  readonly build?: IndexBuild
}

export type VectorDistance = 'cosine' | 'dot-product' | 'euclidean'

export interface IndexBuild {
  /** Before this moment nothing is filled in: AWS calls that resource allocation. */
  readonly backfillFromMs: number
  /** When the wait for that moment began. Absent in records of older versions. */
  readonly startedAtMs?: number
}

export interface DepartingIndex extends Departure {
  readonly index: IndexDefinition
}

export interface DepartingVectorIndex extends Departure {
  readonly index: VectorIndexDefinition
}

interface Departure {
  /** From this moment on it is no longer described either. */
  readonly goneAtMs: number
  /** When it was deleted. Absent in records of older versions. */
  readonly startedAtMs?: number
}

export type IndexProjection =
  | { readonly kind: 'all' }
  | { readonly kind: 'keys-only' }
  | { readonly kind: 'include'; readonly attributes: readonly string[] }

export interface Billing {
  readonly mode: 'provisioned' | 'on-demand'
  readonly lastOnDemandAtMs?: number
  /**
   * When it became on-demand, as far back as that limits the next time. Absent in records of older
   * versions, and if it never did.
   */
  readonly onDemandSwitchesAtMs?: readonly number[]
  readonly throughput: Throughput
}

export interface Throughput {
  readonly readUnits: number
  readonly writeUnits: number
  readonly lastIncreaseAtMs?: number
  readonly lastDecreaseAtMs?: number
  readonly decreasesToday: number
}

export interface OnDemandThroughput {
  readonly readUnitsMax?: number
  readonly writeUnitsMax?: number
}

export interface WarmUnits {
  readonly readUnits: number
  readonly writeUnits: number
}

export interface WarmThroughput extends WarmUnits {
  /** Present while it is being raised; until then the units before count. */
  readonly raise?: WarmRaise
}

export interface WarmRaise {
  readonly from: WarmUnits
  readonly startedAtMs: number
  readonly doneAtMs: number
}

export interface TableClassSetting {
  readonly name: string
  readonly updatedAtMs?: number
  /**
   * When it changed, as far back as that limits the next change. Absent in records of older versions,
   * and if it never did.
   */
  readonly changesAtMs?: readonly number[]
}

export interface EncryptionSetting {
  readonly enabled: boolean
  readonly kmsKeyArn?: string
}

/** How often encryption changed lately, and the change that is being made. */
export interface EncryptionChanges {
  /** The first change of the window that they are counted in. */
  readonly windowFromMs: number
  readonly changesInWindow: number
  readonly lastAtMs: number
  /** The new setting is stored already; this is for what is described and refused meanwhile. */
  readonly underWay?: EncryptionChange
}

export interface EncryptionChange {
  /** Absent if the table had the default. */
  readonly from?: EncryptionSetting
  /** As the request named it, before its key was looked up. */
  readonly asked: EncryptionSetting
  readonly startedAtMs: number
  readonly doneAtMs: number
}

export type StreamViewType = 'KEYS_ONLY' | 'NEW_IMAGE' | 'OLD_IMAGE' | 'NEW_AND_OLD_IMAGES'

export interface StreamSetting {
  readonly enabled: boolean
  readonly viewType: StreamViewType
  /** UTC time of the enabling; with the table it names the stream. */
  readonly label: string
}

/** A stream to be enabled: the catalog gives it its label. */
export type StreamDraft = Omit<StreamSetting, 'label'>

/** What a writer has to know of the change log of its table. `changes/` has the rest. */
export interface ChangeLogSetting {
  /** The storage space of the log. */
  readonly space: number
  readonly images: ChangeImages
  /** In the order of their hashes; the first begins at 0. */
  readonly lanes: readonly ChangeLane[]
}

/** Which of an item's two states a change keeps beside the item's key: what its readers need together. */
export type ChangeImages = 'keys' | 'new' | 'old' | 'both'

/** One of the logs that the changes of a table are spread over, by the hash of the partition key. */
export interface ChangeLane {
  readonly number: number
  /** The least hash, in its first four bytes, that belongs here; the next lane's is the bound. */
  readonly fromHash: number
}

export interface TimeToLiveSetting {
  readonly enabled: boolean
  readonly attribute: string
  readonly changedAtMs: number
}

/** Kept in step like an index, and only used by the sweep that deletes what has expired. */
export interface ExpiryIndex {
  readonly kind: 'expiry'
  readonly space: number
  /** The attribute that says when its item expires. */
  readonly attribute: string
  /** Present until it lists every item that was there when time to live was enabled. */
  readonly build?: IndexBuild
}

/**
 * A counter for each item collection: the items with one partition key, and their entries in local
 * indexes. Kept in step like an index.
 */
export interface CollectionSizes {
  readonly kind: 'collections'
  readonly space: number
  /** No write may make a collection larger. Stored, so that all servers agree. */
  readonly bytesMax: number
  /** Present until every item is counted. */
  readonly build?: IndexBuild
}

/**
 * The version of each item that was written or deleted since its table has other regions, and the bound
 * that later writes exceed. An item without one has `zeroVersion`, so there is nothing to build.
 */
export interface ItemVersions {
  readonly kind: 'versions'
  readonly space: number
  readonly build?: undefined
}

/** As long as there is one, every change is logged with both images. */
export interface BackupsUnderWay {
  /** When the first of them was asked for. */
  readonly beganAtMs: number
  /** The ids of their jobs. */
  readonly jobs: readonly string[]
}

export interface Tag {
  readonly key: string
  readonly value: string
}
