/** The names and values of one request, assigned while its expressions are written. */
import type { Json } from '../support/client.js'
import type { Value } from './values.js'

export class Placeholders {
  readonly #names = new Map<string, string>()
  readonly #values: Record<string, Value> = {}
  #count = 0

  path(steps: readonly (string | number)[]): string {
    return steps
      .map((step, index) => {
        if (typeof step === 'number') return `[${step}]`
        return `${index === 0 ? '' : '.'}${this.#name(step)}`
      })
      .join('')
  }

  value(value: Value): string {
    const placeholder = `:v${this.#count++}`
    this.#values[placeholder] = value
    return placeholder
  }

  /** The members of the request that go with the expressions. */
  members(): Json {
    const names = Object.fromEntries([...this.#names].map(([name, mark]) => [mark, name]))
    return {
      ...(this.#names.size === 0 ? {} : { ExpressionAttributeNames: names }),
      ...(this.#count === 0 ? {} : { ExpressionAttributeValues: this.#values }),
    }
  }

  #name(name: string): string {
    const known = this.#names.get(name) ?? `#n${this.#names.size}`
    this.#names.set(name, known)
    return known
  }
}
