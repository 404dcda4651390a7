/**
 * A seed file: what accounts are to contain, as JSON. It is read as a whole before anything of it is
 * applied. A member that is left out leaves what is stored alone, except that keys can be pruned.
 */
import type { SessionTag } from '../model/caller.js'
import type { KeyPair } from './access-keys.js'
import { isChosenKeyId, isChosenSecret, keyIdRule, keySecretRule } from './key-rules.js'
import { seedFileBytesMax, seedRecordsMax } from './limits.js'
import { iamTagsMax } from './quotas.js'
import { SeedFault, SeedPlace } from './seed-place.js'

/** What was read, and where it stands. */
export interface Seeded<T> {
  readonly place: SeedPlace
  readonly value: T
}

export interface SeedGrants {
  readonly inlinePolicies?: readonly Seeded<{ readonly name: string; readonly document: string }>[]
  /** ARNs. */
  readonly attachedPolicies?: readonly Seeded<string>[]
}

interface SeedNamed {
  readonly place: SeedPlace
  readonly name: string
  readonly path?: string
}

interface SeedTagged {
  readonly tags?: readonly SessionTag[]
}

interface SeedBounded {
  /** An ARN. */
  readonly boundary?: Seeded<string>
}

export interface SeedPolicy extends SeedNamed, SeedTagged {
  readonly description?: string
  readonly document: string
}

export interface SeedGroup extends SeedNamed, SeedGrants {}

export interface SeedUser extends SeedGroup, SeedTagged, SeedBounded {
  readonly groups?: readonly Seeded<string>[]
  readonly accessKeys?: readonly Seeded<SeedKey>[]
}

export interface SeedRole extends SeedGroup, SeedTagged, SeedBounded {
  readonly description?: string
  readonly sessionSecondsMax?: number
  readonly trustPolicy: string
}

export interface SeedProvider extends SeedTagged {
  readonly place: SeedPlace
  readonly url: string
  readonly clientIds: readonly string[]
  readonly thumbprints: readonly string[]
}

export interface SeedKey extends KeyPair {
  readonly isActive: boolean
}

export interface SeedAccount {
  readonly account: string
  /** Present if what the file does not list is to be removed. */
  readonly prune: SeedPlace | undefined
  readonly rootKeys: readonly Seeded<SeedKey>[]
  readonly providers: readonly SeedProvider[]
  readonly policies: readonly SeedPolicy[]
  readonly groups: readonly SeedGroup[]
  readonly users: readonly SeedUser[]
  readonly roles: readonly SeedRole[]
}

/** Throws `SeedFault`. */
export function readSeed(text: string): readonly SeedAccount[] {
  if (Buffer.byteLength(text) > seedFileBytesMax) {
    throw new SeedFault(`The file has more than ${seedFileBytesMax} bytes.`)
  }
  const { accounts } = new SeedPlace(parsed(text)).members(['accounts'])
  const read = (accounts?.entries() ?? []).map(([account, place]) => readAccount(account, place))
  const records = read.reduce((sum, each) => sum + recordsOf(each), 0)
  if (records > seedRecordsMax) {
    throw new SeedFault(`The file has ${records} entries; it may have ${seedRecordsMax}.`)
  }
  return read
}

/** The parser's own sentence would show part of the file, which may be a secret. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    const [, position] = /position (\d+)/.exec(String(error)) ?? []
    if (position === undefined) throw new SeedFault('The file is not valid JSON.')
    const before = text.slice(0, Number(position)).split('\n')
    const column = before.at(-1)!.length + 1
    throw new SeedFault(`The file is not valid JSON: line ${before.length}, column ${column}.`)
  }
}

function recordsOf({ rootKeys, providers, policies, groups, users, roles }: SeedAccount): number {
  const keys = users.reduce((sum, { accessKeys = [] }) => sum + accessKeys.length, rootKeys.length)
  return keys + providers.length + policies.length + groups.length + users.length + roles.length
}

const accountMembers = [
  'rootKeys',
  'providers',
  'policies',
  'groups',
  'users',
  'roles',
  'prune',
] as const

function readAccount(account: string, place: SeedPlace): SeedAccount {
  if (!/^\d{12}$/.test(account)) throw place.fault('must be named by the 12 digits of an account')
  const members = place.members(accountMembers)
  return {
    account,
    prune: members.prune?.isTrue() === true ? members.prune : undefined,
    rootKeys: seeded(members.rootKeys, readKey),
    providers: (members.providers?.entries() ?? []).map(readProvider),
    policies: (members.policies?.entries() ?? []).map(readPolicy),
    groups: (members.groups?.entries() ?? []).map(readGroup),
    users: (members.users?.entries() ?? []).map(readUser),
    roles: (members.roles?.entries() ?? []).map(readRole),
  }
}

type Entry = readonly [string, SeedPlace]

function readPolicy([name, place]: Entry): SeedPolicy {
  const { document, description, path, tags } = place.members([
    'path',
    'description',
    'document',
    'tags',
  ])
  if (document === undefined) throw place.fault('needs a document')
  return {
    ...named(name, place, path, 128),
    ...(description && { description: description.text(1000, 0) }),
    ...tagged(tags),
    document: document.document(),
  }
}

const grantMembers = ['path', 'inlinePolicies', 'attachedPolicies'] as const

function readGroup([name, place]: Entry): SeedGroup {
  const { path, ...grants } = place.members(grantMembers)
  return { ...named(name, place, path, 128), ...readGrants(grants) }
}

function readUser([name, place]: Entry): SeedUser {
  const { path, tags, boundary, groups, accessKeys, ...grants } = place.members([
    ...grantMembers,
    'tags',
    'boundary',
    'groups',
    'accessKeys',
  ])
  return {
    ...named(name, place, path, 64),
    ...readGrants(grants),
    ...tagged(tags),
    ...bounded(boundary),
    ...(groups && { groups: seeded(groups, (each) => each.text(128)) }),
    ...(accessKeys && { accessKeys: seeded(accessKeys, readKey) }),
  }
}

function readRole([name, place]: Entry): SeedRole {
  const members = place.members([
    ...grantMembers,
    'tags',
    'boundary',
    'trustPolicy',
    'description',
    'maxSessionDuration',
  ])
  const { path, tags, boundary, trustPolicy, description, maxSessionDuration, ...grants } = members
  if (trustPolicy === undefined) throw place.fault('needs a trustPolicy')
  return {
    ...named(name, place, path, 64),
    ...readGrants(grants),
    ...tagged(tags),
    ...bounded(boundary),
    ...(description && { description: description.text(1000, 0) }),
    ...(maxSessionDuration && { sessionSecondsMax: maxSessionDuration.wholeNumber(3600, 43_200) }),
    trustPolicy: trustPolicy.document(),
  }
}

function readProvider([url, place]: Entry): SeedProvider {
  const { clientIds, thumbprints, tags } = place.members(['clientIds', 'thumbprints', 'tags'])
  const texts = (list?: SeedPlace) => (list?.list() ?? []).map((each) => each.text(255))
  return {
    place,
    url,
    clientIds: texts(clientIds),
    thumbprints: texts(thumbprints),
    ...tagged(tags),
  }
}

function readKey(place: SeedPlace): SeedKey {
  const members = place.members(['accessKeyId', 'secretAccessKey', 'active'])
  const { accessKeyId, secretAccessKey, active } = members
  if (accessKeyId === undefined) throw place.fault('needs an accessKeyId')
  if (secretAccessKey === undefined) throw place.fault('needs a secretAccessKey')
  const pair = { accessKeyId: accessKeyId.text(128), secretAccessKey: secretAccessKey.text(128) }
  if (!isChosenKeyId(pair.accessKeyId)) throw accessKeyId.fault(keyIdRule)
  if (!isChosenSecret(pair.secretAccessKey)) throw secretAccessKey.fault(keySecretRule)
  return { ...pair, isActive: active?.isTrue() ?? true }
}

function named(
  name: string,
  place: SeedPlace,
  path: SeedPlace | undefined,
  lengthMax: number,
): SeedNamed {
  if (!/^[\w+=,.@-]+$/.test(name) || name.length > lengthMax) {
    throw place.fault(`must be named by 1 to ${lengthMax} letters, digits and +=,.@_-`)
  }
  if (path === undefined) return { place, name }
  const text = path.text(512)
  if (!/^\/(?:[A-Za-z0-9.,+@=_-]+\/)*$/.test(text)) throw path.fault('must begin and end with /')
  return { place, name, path: text }
}

function readGrants({
  inlinePolicies,
  attachedPolicies,
}: {
  readonly inlinePolicies?: SeedPlace
  readonly attachedPolicies?: SeedPlace
}): SeedGrants {
  return {
    ...(inlinePolicies && { inlinePolicies: inlinePolicies.entries().map(readInline) }),
    ...(attachedPolicies && {
      attachedPolicies: seeded(attachedPolicies, (each) => each.text(2048)),
    }),
  }
}

function readInline([name, place]: Entry) {
  named(name, place, undefined, 128)
  return { place, value: { name, document: place.document() } }
}

function bounded(place: SeedPlace | undefined): SeedBounded {
  return place === undefined ? {} : { boundary: { place, value: place.text(2048) } }
}

function tagged(place: SeedPlace | undefined): SeedTagged {
  if (place === undefined) return {}
  const entries = place.entries()
  if (entries.length > iamTagsMax) throw place.fault(`may have ${iamTagsMax} tags`)
  return {
    tags: entries.map(([key, value]) => {
      if (key === '' || key.length > 128) throw value.fault('must be named by a key of a tag')
      return { key, value: value.text(256, 0) }
    }),
  }
}

function seeded<T>(
  list: SeedPlace | undefined,
  read: (place: SeedPlace) => T,
): readonly Seeded<T>[] {
  return (list?.list() ?? []).map((place) => ({ place, value: read(place) }))
}
