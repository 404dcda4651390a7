/** Where in a JSON text a value begins, as people count: lines and columns from one. */

export interface JsonPosition {
  readonly line: number
  readonly column: number
}

type Path = readonly (string | number)[]

const token = /\s*(?:("(?:[^"\\]|\\.)*")|([[\]{}:,])|([^\s[\]{}:,"]+))/y

/** For a text that is valid JSON. The start of the text if there is no such value. */
export function positionIn(text: string, path: Path): JsonPosition {
  return shown(text, new Finder(text).find(path) ?? 0)
}

/** From its first character to the one after its last. */
export function spanIn(text: string, path: Path): readonly [JsonPosition, JsonPosition] {
  const finder = new Finder(text)
  const start = finder.find(path) ?? 0
  return [shown(text, start), shown(text, finder.endOf(start))]
}

class Finder {
  readonly #text: string
  #at = 0

  constructor(text: string) {
    this.#text = text
  }

  find(path: Path): number | undefined {
    const [step, ...rest] = path
    if (step === undefined) return this.#valueStart()
    const opening = this.#take()
    if (opening !== '{' && opening !== '[') return undefined
    let found: number | undefined
    for (let i = 0; !this.#endsHere(); i++) {
      const name = opening === '{' ? (JSON.parse(this.#take()) as string) : i
      if (opening === '{') this.#take()
      // AWS and JSON.parse agree: of members with one name, the last counts.
      const start = this.#at
      if (name === step) found = this.find(rest)
      this.#at = start
      this.#skip()
      if (this.#peek() === ',') this.#take()
    }
    this.#take()
    return found
  }

  /** Of the value that begins there. */
  endOf(start: number): number {
    this.#at = start
    this.#skip()
    return this.#at
  }

  #endsHere(): boolean {
    const next = this.#peek()
    return next === '}' || next === ']' || next === ''
  }

  #skip(): void {
    let depth = 0
    do {
      const next = this.#take()
      if (next === '{' || next === '[') depth++
      if (next === '}' || next === ']') depth--
      if (next === '') return
    } while (depth > 0)
  }

  #valueStart(): number {
    return this.#at + (/^\s*/.exec(this.#text.slice(this.#at))?.[0].length ?? 0)
  }

  #peek(): string {
    const at = this.#at
    const next = this.#take()
    this.#at = at
    return next
  }

  /** The next token; empty at the end. */
  #take(): string {
    token.lastIndex = this.#at
    const match = token.exec(this.#text)
    if (match === null) return ''
    this.#at = token.lastIndex
    return match[1] ?? match[2] ?? match[3] ?? ''
  }
}

function shown(text: string, at: number): JsonPosition {
  const lines = text.slice(0, at).split('\n')
  return { line: lines.length, column: lines.at(-1)!.length + 1 }
}
