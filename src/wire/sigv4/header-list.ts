/** The names in SignedHeaders. SDKs send the same list again and again, so it is read once. */
import { headerListLengthMax, headerListsMax } from './limits.js'

export interface HeaderList {
  /** In lower case and sorted. AWS: whatever the order in which the client sent them. */
  readonly names: readonly string[]
  /** The same, separated by semicolons. */
  readonly text: string
  readonly hasHost: boolean
}

export class HeaderLists {
  readonly #known = new Map<string, HeaderList>()

  get size(): number {
    return this.#known.size
  }

  read(text: string): HeaderList {
    return this.#known.get(text) ?? this.#remember(text, parse(text))
  }

  #remember(text: string, list: HeaderList): HeaderList {
    if (text.length > headerListLengthMax) return list
    if (this.#known.size >= headerListsMax) this.#known.clear()
    this.#known.set(text, list)
    return list
  }
}

function parse(text: string): HeaderList {
  const names = text.toLowerCase().split(';').sort()
  const hasHost = names.includes('host') || names.includes(':authority')
  return { names, text: names.join(';'), hasHost }
}
