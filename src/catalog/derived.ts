/**
 * What is derived from a table's items and kept in step with them: local, global and vector
 * indexes, the list of items by expiry, the sizes of item collections, and the versions of items. Each has its own storage
 * space, and a `build` until it covers every item.
 *
 * This file knows where a definition stores them. Everything else works on the one list: writes keep
 * it in step, the builder fills it, `verify` checks it, and the catalog creates and drops its spaces.
 * A new kind is a member of `Derived` and a maintainer in `items/indexes/`.
 */
import type {
  CollectionSizes,
  ExpiryIndex,
  IndexDefinition,
  ItemVersions,
  TableDefinition,
  VectorIndexDefinition,
} from '../model/table.js'
import type { SpaceId } from '../storage/engine.js'

export type Derived =
  IndexDefinition | VectorIndexDefinition | ExpiryIndex | CollectionSizes | ItemVersions

/** The members of a definition that hold derived data. */
export type DerivedMembers = Pick<
  TableDefinition,
  'indexes' | 'vectorIndexes' | 'expiry' | 'collections' | 'versions'
>

/** Indexes first, in the order of the definition. */
export function derivedOf(members: DerivedMembers): readonly Derived[] {
  const { indexes, vectorIndexes = [], expiry, collections, versions } = members
  const others = [...vectorIndexes, expiry, collections, versions].filter(
    (each) => each !== undefined,
  )
  return others.length === 0 ? indexes : [...indexes, ...others]
}

/**
 * Whether clients can see it: only then does it have a name and totals, and cost capacity to write.
 */
export function isIndex(derived: Derived): derived is IndexDefinition | VectorIndexDefinition {
  return isSecondaryIndex(derived) || derived.kind === 'vector'
}

/** Whether it is an index that Query and Scan can read. */
export function isSecondaryIndex(derived: Derived): derived is IndexDefinition {
  return derived.kind === 'local' || derived.kind === 'global'
}

/** An index as it was asked for, without where it is stored. */
export function withoutPlace<I extends IndexDefinition | VectorIndexDefinition>(
  index: I,
): Omit<I, 'space' | 'listsSpace' | 'build'> {
  const stored: I & Pick<VectorIndexDefinition, 'listsSpace'> = index
  const { space: _space, listsSpace: _listsSpace, build: _build, ...draft } = stored
  return draft
}

/** Every space that is used for it; that of its entries is the first. */
export function spacesOf(derived: Derived): readonly SpaceId[] {
  const { kind, space } = derived
  if (kind !== 'vector' || derived.listsSpace === undefined) return [space]
  return [space, derived.listsSpace]
}

export function isBeingBuilt({ build }: Derived): boolean {
  return build !== undefined
}

/** Whether derived data can be built: that of a table that is being filled waits for its items. */
export function isBuildable({ filling }: Pick<TableDefinition, 'filling'>): boolean {
  return filling === undefined || filling.itemsComplete === true
}

/** For people who inspect the storage or read what `verify` found. */
export function labelOf(tableName: string, derived: Derived): string {
  if (isIndex(derived)) return `${tableName}.${derived.name}`
  return `${tableName} ${labels[derived.kind]}`
}

const labels = { expiry: 'by expiry', collections: 'collections', versions: 'versions' } as const

/** The definition once the derived data in a space has been built. */
export function withBuilt<D extends DerivedMembers>(definition: D, space: SpaceId): D {
  const built = <B extends Derived>(each: B): B =>
    each.space === space ? { ...each, build: undefined } : each
  const { indexes, vectorIndexes, expiry, collections } = definition
  return {
    ...definition,
    indexes: indexes.map(built),
    ...(vectorIndexes && { vectorIndexes: vectorIndexes.map(built) }),
    expiry: expiry && built(expiry),
    ...(collections && { collections: built(collections) }),
  }
}
