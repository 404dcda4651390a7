/** Global tables and definitions as deployments tell them to each other: JSON, which is checked before it is believed. */
import { validation } from '../model/errors.js'
import type { TableDefinition } from '../model/table.js'
import type { GlobalTable, GroupMember, MemberState } from './global-table.js'

export function groupText(group: GlobalTable): string {
  return JSON.stringify(group)
}

const states: readonly MemberState[] = [
  'adding',
  'filling',
  'catching-up',
  'active',
  'leaving',
  'removing',
  'disassociating',
]

const toldMembersMax = 200

/** Throws if it is none. */
export function readGroupText(text: string): GlobalTable {
  const told = parsed(text) as Partial<GlobalTable> | undefined
  const { id, tableName, consistency, members, createdAtMs } = told ?? {}
  const isGroup =
    isText(id) &&
    isText(tableName) &&
    consistency === 'eventual' &&
    Number.isFinite(createdAtMs) &&
    Array.isArray(members) &&
    members.length <= toldMembersMax &&
    members.every(isMember)
  if (!isGroup) throw validation('Group is not a global table that can be shared.')
  return told as GlobalTable
}

function isMember(member: Partial<GroupMember> | null): boolean {
  const { id, account, region, addedAtMs, state, stateSinceMs } = member ?? {}
  return (
    [id, account, region].every(isText) &&
    [addedAtMs, stateSinceMs].every(Number.isFinite) &&
    states.includes(state!)
  )
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && value.length <= 255
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

/** What a member in another deployment takes over. */
const sharedMembers = [
  ...['name', 'keySchema', 'attributeTypes', 'indexes', 'vectorIndexes', 'billing'],
  ...['onDemandThroughput', 'warmThroughput', 'tableClass', 'stream', 'encryption', 'timeToLive'],
]

export function definitionText(definition: TableDefinition): string {
  return JSON.stringify(definition, sharedOnly(definition))
}

/** Nothing but the shared members of the definition itself. */
function sharedOnly(definition: TableDefinition) {
  return function (this: unknown, name: string, value: unknown): unknown {
    return this === definition && !sharedMembers.includes(name) ? undefined : value
  }
}

export function readDefinitionText(text: string): TableDefinition {
  const told = parsed(text) as Partial<TableDefinition> | undefined
  const { name, keySchema, indexes, billing, attributeTypes } = told ?? {}
  const isDefinition =
    isText(name) && keySchema && Array.isArray(indexes) && billing && attributeTypes
  if (!isDefinition) throw validation('Definition is not one of a table.')
  return told as TableDefinition
}
