/**
 * The names and values that the expressions of a request mention. In the texts that are made of the expressions each
 * has a placeholder, numbered in the order of its first use: the same expression always becomes the same text, which
 * has been parsed before.
 */
import type { AttributeValue } from '../../model/attribute-value.js'

/** As inputs of operations have them; absent where they would be empty. */
export interface PlaceholderParameters {
  readonly ExpressionAttributeNames?: Readonly<Record<string, string>>
  readonly ExpressionAttributeValues?: Readonly<Record<string, AttributeValue>>
}

export class Placeholders {
  readonly #names = new Map<string, string>()
  readonly #values: [string, AttributeValue][] = []

  name(name: string): string {
    const known = this.#names.get(name)
    if (known !== undefined) return known
    const placeholder = `#${this.#names.size.toString(36)}`
    this.#names.set(name, placeholder)
    return placeholder
  }

  value(value: AttributeValue): string {
    const placeholder = `:${this.#values.length.toString(36)}`
    this.#values.push([placeholder, value])
    return placeholder
  }

  get parameters(): PlaceholderParameters {
    const names = [...this.#names].map(([name, placeholder]) => [placeholder, name] as const)
    return {
      ...(names.length > 0 && { ExpressionAttributeNames: Object.fromEntries(names) }),
      ...(this.#values.length > 0 && {
        ExpressionAttributeValues: Object.fromEntries(this.#values),
      }),
    }
  }
}
