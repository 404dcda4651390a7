/** Placeholders of one request: every name and every value once, so no reserved word and no quote matters. */
import type { AttributeValue, Item } from '../values/attribute-value.js'

export class Placeholders {
  readonly #names = new Map<string, string>()
  readonly #values = new Map<string, AttributeValue>()

  name(attribute: string): string {
    const known = this.#names.get(attribute)
    if (known !== undefined) return known
    const placeholder = `#n${this.#names.size}`
    this.#names.set(attribute, placeholder)
    return placeholder
  }

  value(value: AttributeValue): string {
    const placeholder = `:v${this.#values.size}`
    this.#values.set(placeholder, value)
    return placeholder
  }

  /** A document path with a placeholder for each name in it. */
  path(path: string): string {
    return pathSegments(path)
      .map((segment, at) =>
        typeof segment === 'number'
          ? `[${segment}]`
          : `${at === 0 ? '' : '.'}${this.name(segment)}`,
      )
      .join('')
  }

  /** The members of an input; absent where nothing was used, since empty maps are refused. */
  members(): {
    readonly ExpressionAttributeNames?: Readonly<Record<string, string>>
    readonly ExpressionAttributeValues?: Item
  } {
    const names = [...this.#names].map(([attribute, placeholder]) => [placeholder, attribute])
    return {
      ...(names.length > 0 && {
        ExpressionAttributeNames: Object.fromEntries(names) as Readonly<Record<string, string>>,
      }),
      ...(this.#values.size > 0 && { ExpressionAttributeValues: Object.fromEntries(this.#values) }),
    }
  }
}

/** `a.b[2]."c.d"` as its names and positions. A text that is no path is one name. */
export function pathSegments(path: string): readonly (string | number)[] {
  const segments: (string | number)[] = []
  const part = /(?:^|\.)(?:"((?:[^"]|"")+)"|([^.[\]"]+))|\[(\d+)\]/gy
  while (part.lastIndex < path.length) {
    const found = part.exec(path)
    if (found === null) return [path]
    const [, quoted, plain, position] = found
    if (position === undefined) segments.push(quoted?.replaceAll('""', '"') ?? plain!)
    else segments.push(Number(position))
  }
  return typeof segments[0] === 'string' ? segments : [path]
}
