/** Names and values of an expression: each stands there once, behind a placeholder. */
import type { AttributeValue, Item } from '../../values/attribute-value.js'

export class ExpressionParts {
  readonly #names = new Map<string, string>()
  readonly #values: AttributeValue[] = []

  path(steps: readonly (string | number)[]): string {
    return steps
      .map((step) => (typeof step === 'number' ? `[${step}]` : `.${this.#name(step)}`))
      .join('')
      .slice(1)
  }

  value(value: AttributeValue): string {
    this.#values.push(value)
    return `:v${this.#values.length - 1}`
  }

  members(): {
    ExpressionAttributeNames?: Record<string, string>
    ExpressionAttributeValues?: Item
  } {
    const names = [...this.#names].map(([name, placeholder]) => [placeholder, name])
    const values = this.#values.map((value, at) => [`:v${at}`, value])
    return {
      ...(names.length > 0 && {
        ExpressionAttributeNames: Object.fromEntries(names) as Record<string, string>,
      }),
      ...(values.length > 0 && { ExpressionAttributeValues: Object.fromEntries(values) as Item }),
    }
  }

  #name(name: string): string {
    const known = this.#names.get(name)
    if (known !== undefined) return known
    const placeholder = `#n${this.#names.size}`
    this.#names.set(name, placeholder)
    return placeholder
  }
}
