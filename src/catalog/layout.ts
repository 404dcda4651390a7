/**
 * The line between a table's layout and its settings.
 *
 * A change of settings alone needs neither the items' space nor a new guard. Whatever is not listed
 * here as a setting is layout, so a new member of a definition is guarded until it is listed.
 */
import { isDeepStrictEqual } from 'node:util'
import { lanesWanted } from '../changes/lanes.js'
import type { IndexSettings, TableDefinition, TableSettings } from '../model/table.js'
import type { DefinitionDraft, IndexDraft } from './settle-derived.js'
import { needsOf } from './table-needs.js'

const settingNames: Readonly<Record<keyof TableSettings, true>> = {
  transition: true,
  departingIndex: true,
  departingVectorIndex: true,
  billing: true,
  onDemandThroughput: true,
  warmThroughput: true,
  tableClass: true,
  encryptionChanges: true,
  deletionProtection: true,
  protectionChangedAtMs: true,
  settingsReplication: true,
  tags: true,
}

const indexSettingNames: Readonly<Record<keyof IndexSettings, true>> = {
  throughput: true,
  onDemandThroughput: true,
  warmThroughput: true,
}

/**
 * Returns the wanted definition if it differs from the current one in settings alone, or undefined
 * if the layout has to change.
 */
export function withSettings(
  before: TableDefinition,
  wanted: DefinitionDraft,
): TableDefinition | undefined {
  if (!isDeepStrictEqual(layoutOf(before), layoutOf(wanted))) return undefined
  // The layouts are equal, so the wanted definition has no drafts.
  const after = wanted as TableDefinition
  return needsMoreLanes(before, after) || needsOther(before, after) ? undefined : after
}

/** In stored form, where absent and undefined are the same. */
function layoutOf(definition: DefinitionDraft): unknown {
  const layout = {
    ...without(definition, settingNames),
    indexes: definition.indexes.map((index: IndexDraft) => without(index, indexSettingNames)),
  }
  return JSON.parse(JSON.stringify(layout))
}

function without(members: object, names: Readonly<Record<string, true>>): object {
  return Object.fromEntries(Object.entries(members).filter(([name]) => !Object.hasOwn(names, name)))
}

/** More throughput can split the lanes of the change log, which writers depend on. */
function needsMoreLanes(before: TableDefinition, after: TableDefinition): boolean {
  return before.changes !== undefined && lanesWanted(after.billing) > lanesWanted(before.billing)
}

function needsOther(before: TableDefinition, after: TableDefinition): boolean {
  return !isDeepStrictEqual(needsOf(before), needsOf(after))
}
