/**
 * What the service would refuse, said beside the field while it is typed. A field without a fault may still be
 * refused: the service is asked in the end, and its sentence is shown.
 */
import { attributeFault, includedFault, nameFault, type Found } from './field-faults.js'
import {
  globalIndexesMax,
  localIndexesMax,
  type IndexDraft,
  type KeyAttributeDraft,
  type ThroughputDraft,
} from './index-draft.js'
import { draftKeyAttributes, type TableDraft } from './table-draft.js'
import { vectorFaults } from './vector-index-faults.js'

/** By the field's path: `name`, `index.2.partition.0`. */
export type DraftFaults = Readonly<Record<string, string>>

const tagKeyLengthMax = 128
const tagValueLengthMax = 256
export const tagsMax = 50
const recoveryDaysMax = 35

export function faultsOfDraft(draft: TableDraft): DraftFaults {
  return only([
    ['name', nameFault(draft.name)],
    ['partition', attributeFault(draft.partition)],
    ['sort', draft.hasSort ? sortFault(draft) : undefined],
    ...typeFaults(draft),
    ...draft.indexes.flatMap((index) => indexFaults(index, draft)),
    ...indexCountFaults(draft),
    ...vectorFaults(draft),
    ...throughputFaults(draft, draft, ''),
    ['recoveryDays', draft.recovers ? daysFault(draft.recoveryDays) : undefined],
    ...draft.tags.flatMap((tag) => tagFaults(tag, draft)),
    ['policy', policyFault(draft.policy)],
  ])
}

/** In the order of the form; of several faults of a field, the first is said. */
function only(found: readonly Found[]): DraftFaults {
  const faults = new Map<string, string>()
  for (const [field, fault] of found) {
    if (fault !== undefined && !faults.has(field)) faults.set(field, fault)
  }
  return Object.fromEntries(faults)
}

function sortFault({ partition, sort }: TableDraft): string | undefined {
  if (sort.name !== '' && sort.name === partition.name) return 'It is the partition key already.'
  return attributeFault(sort)
}

/** An attribute has one type in all keys. */
function typeFaults(draft: TableDraft): readonly Found[] {
  const types = new Map<string, string>()
  for (const { name, type } of draftKeyAttributes(draft))
    if (!types.has(name)) types.set(name, type)
  const clash = ({ name, type }: KeyAttributeDraft) => {
    const first = types.get(name) ?? type
    return name === '' || first === type ? undefined : `${name} has type ${first} in another key.`
  }
  return [
    ['sort', draft.hasSort ? clash(draft.sort) : undefined],
    ...draft.indexes.flatMap((index) => [
      ...index.partition.map((each, at): Found => [pathOf(index, `partition.${at}`), clash(each)]),
      ...index.sort.map((each, at): Found => [pathOf(index, `sort.${at}`), clash(each)]),
    ]),
    ...draft.vectorIndexes.flatMap(({ id, hash, filters }) => [
      ...hash.map((each, at): Found => [`vector.${id}.hash.${at}`, clash(each)]),
      ...filters.map((each, at): Found => [`vector.${id}.filters.${at}`, clash(each)]),
    ]),
  ]
}

function pathOf({ id }: IndexDraft, field: string): string {
  return `index.${id}.${field}`
}

export function indexFaults(index: IndexDraft, draft: TableDraft): readonly Found[] {
  const key = [...index.partition, ...index.sort]
  const attribute = (each: KeyAttributeDraft) =>
    attributeFault(each) ??
    (key.filter(({ name }) => name === each.name).length > 1
      ? 'The key has this attribute twice.'
      : undefined)
  const others = [...draft.indexes.filter(({ id }) => id !== index.id), ...draft.vectorIndexes]
  const isTaken = others.some(({ name }) => name === index.name)
  return [
    [pathOf(index, 'name'), isTaken ? 'Another index has this name.' : nameFault(index.name)],
    ...index.partition.map((each, at): Found => [
      pathOf(index, `partition.${at}`),
      attribute(each),
    ]),
    ...index.sort.map((each, at): Found => [pathOf(index, `sort.${at}`), attribute(each)]),
    [pathOf(index, 'included'), includedFault(index)],
    [pathOf(index, 'kind'), localFault(index, draft)],
    ...(index.kind === 'global' ? throughputFaults(index, draft, `index.${index.id}.`) : []),
  ]
}

function localFault({ kind, sort }: IndexDraft, draft: TableDraft): string | undefined {
  if (kind !== 'local') return undefined
  if (!draft.hasSort) return 'Local indexes need a table with a sort key.'
  return sort[0]?.name === draft.partition.name && draft.partition.name !== ''
    ? 'The sort key of a local index differs from the partition key.'
    : undefined
}

function indexCountFaults({ indexes }: TableDraft): readonly Found[] {
  const count = (kind: string) => indexes.filter((index) => index.kind === kind).length
  return [
    ['indexes', count('global') > globalIndexesMax ? 'Up to 20 global indexes.' : undefined],
    ['indexes', count('local') > localIndexesMax ? 'Up to 5 local indexes.' : undefined],
  ]
}

export function throughputFaults(
  throughput: ThroughputDraft,
  { billing }: Pick<TableDraft, 'billing'>,
  prefix: string,
): readonly Found[] {
  const isProvisioned = billing === 'PROVISIONED'
  const { readUnits, writeUnits, readMaximum, writeMaximum, warmRead, warmWrite } = throughput
  return [
    [`${prefix}readUnits`, isProvisioned ? unitsFault(readUnits, true) : undefined],
    [`${prefix}writeUnits`, isProvisioned ? unitsFault(writeUnits, true) : undefined],
    [`${prefix}readMaximum`, isProvisioned ? undefined : unitsFault(readMaximum, false)],
    [`${prefix}writeMaximum`, isProvisioned ? undefined : unitsFault(writeMaximum, false)],
    [`${prefix}warmRead`, unitsFault(warmRead, false)],
    [`${prefix}warmWrite`, unitsFault(warmWrite, false)],
  ]
}

export function unitsFault(text: string, isNeeded: boolean): string | undefined {
  if (text === '' && !isNeeded) return undefined
  return /^[1-9]\d{0,12}$/.test(text) ? undefined : 'A whole number, at least 1.'
}

export function daysFault(text: string): string | undefined {
  const isDays = /^[1-9]\d?$/.test(text) && Number(text) <= recoveryDaysMax
  return isDays ? undefined : '1 to 35 days.'
}

function tagFaults(
  { id, key, value }: TableDraft['tags'][number],
  { tags }: Pick<TableDraft, 'tags'>,
): readonly Found[] {
  const isTwice = tags.some((other) => other.id !== id && other.key === key)
  return [
    [`tag.${id}.key`, isTwice ? 'Another tag has this key.' : tagKeyFault(key)],
    [`tag.${id}.value`, tagValueFault(value)],
    ['tags', tags.length > tagsMax ? 'Up to 50 tags.' : undefined],
  ]
}

/** For tables that are there. */
export function tagFaultsOf(tags: TableDraft['tags']): DraftFaults {
  return only(tags.flatMap((tag) => tagFaults(tag, { tags })))
}

const tagCharacters = /^[\p{L}\p{Z}\p{N}_.:/=+\-@]*$/u

export function tagKeyFault(key: string): string | undefined {
  if (key === '' || key.length > tagKeyLengthMax) return 'A key has 1 to 128 characters.'
  if (/^aws:/i.test(key)) return 'Keys that begin with aws: are reserved.'
  return tagCharacters.test(key) ? undefined : 'Letters, digits, blanks and _ . : / = + - @ only.'
}

export function tagValueFault(value: string): string | undefined {
  if (value.length > tagValueLengthMax) return 'A value has up to 256 characters.'
  return tagCharacters.test(value) ? undefined : 'Letters, digits, blanks and _ . : / = + - @ only.'
}

export function policyFault(policy: string): string | undefined {
  if (policy.trim() === '') return undefined
  try {
    JSON.parse(policy)
    return undefined
  } catch {
    return 'This is no JSON yet.'
  }
}
