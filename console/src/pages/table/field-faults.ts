/** What is wrong with one field of a table or of an index of any kind. */
import {
  includedAttributesMax,
  includedNames,
  type KeyAttributeDraft,
  type ProjectionDraft,
} from './index-draft.js'

/** A field and what is wrong with it, if anything is. */
export type Found = readonly [field: string, fault: string | undefined]

const attributeBytesMax = 255

/** Of tables and of indexes. */
export function nameFault(name: string): string | undefined {
  if (name.length < 3 || name.length > 255) return 'A name has 3 to 255 characters.'
  return /^[\w.-]+$/.test(name) ? undefined : 'Letters, digits, underscores, hyphens and dots only.'
}

export function attributeFault({ name }: KeyAttributeDraft): string | undefined {
  if (name === '') return 'Name the attribute.'
  const bytes = new TextEncoder().encode(name).length
  return bytes > attributeBytesMax ? 'The name of a key has up to 255 bytes.' : undefined
}

export function includedFault({ projection, included }: ProjectionDraft): string | undefined {
  if (projection !== 'INCLUDE') return undefined
  const count = includedNames(included).length
  if (count === 0) return 'Name the attributes to include.'
  return count > includedAttributesMax ? 'Up to 100 attributes over all indexes.' : undefined
}
