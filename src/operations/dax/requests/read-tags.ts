/** Tags of clusters: read, added, removed. */
import type { Tag } from '../../../api/generated/dax-types.js'
import type { DaxTag } from '../../../accelerator/dax-cluster.js'
import { daxFault, invalidDaxValue } from '../../../accelerator/dax-faults.js'
import { clusterTagsMax } from '../../../accelerator/limits.js'

const keyCharactersMax = 128
const valueCharactersMax = 256

export function readDaxTags(tags: readonly Tag[] = []): readonly DaxTag[] {
  const read = tags.map(({ Key = '', Value = '' }) => ({ key: Key, value: Value }))
  for (const { key, value } of read) requireTag(key, value)
  return addedTags([], read)
}

function requireTag(key: string, value: string): void {
  if (key === '' || key.length > keyCharactersMax) {
    throw invalidDaxValue(`A tag key has 1 to ${keyCharactersMax} characters.`)
  }
  if (value.length > valueCharactersMax) {
    throw invalidDaxValue(`A tag value has at most ${valueCharactersMax} characters.`)
  }
  if (key.toLowerCase().startsWith('aws:')) {
    throw invalidDaxValue('Tag keys must not begin with aws:, which is reserved.')
  }
}

export function addedTags(current: readonly DaxTag[], added: readonly DaxTag[]): readonly DaxTag[] {
  const values = new Map([...current, ...added].map(({ key, value }) => [key, value]))
  if (values.size > clusterTagsMax) {
    const sentence = `A cluster can have at most ${clusterTagsMax} tags.`
    throw daxFault('TagQuotaPerResourceExceeded', sentence)
  }
  return [...values].map(([key, value]) => ({ key, value }))
}

export function describeTags(tags: readonly DaxTag[]): readonly Tag[] {
  return tags.map(({ key, value }) => ({ Key: key, Value: value }))
}
