/** Whether the key values of a statement fit the table, with the sentences that statements use. */
import { typeOf, type AttributeValue } from '../../model/attribute-value.js'
import { validation } from '../../model/errors.js'
import type { KeyAttribute } from '../../model/key-schema.js'

const keyTypes: ReadonlySet<string> = new Set(['S', 'N', 'B'])

export function checkKeyType({ name, type }: KeyAttribute, value: AttributeValue): void {
  const actual = typeOf(value)
  if (actual === type) return
  if (!keyTypes.has(actual)) {
    throw validation(`Key value must be of type S, N, or B. Key name: ${name}, Key type: ${actual}`)
  }
  throw validation(
    `Key attribute's data type should match its data type in table's schema: Key ${name}`,
  )
}
