/** A table with items to try things on. Its tag says so, and only tables with that tag are removed again. */
import type { CreateTableInput, Tag } from '../../api/generated/dynamodb-types.js'
import type { Item } from '../../values/attribute-value.js'

export interface Sample {
  readonly create: CreateTableInput & { readonly Tags: readonly Tag[] }
  readonly ttlAttribute?: string
  readonly items: readonly Item[]
  /** One sentence for people. */
  readonly about: string
}

export const sampleTag: Tag = { Key: 'gramme:sample', Value: 'console' }
