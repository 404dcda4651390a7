/**
 * Whether a text contains parts, in time that grows with the lengths of the two and not with their
 * product: texts have up to 400 KB, and a condition may ask for 150 parts of one.
 */

/** V8 searches for parts of up to this length in linear time. */
const nativePartLengthMax = 250

/** Below this, even the worst search takes only some microseconds. */
const shortTextLengthMax = 512

export function includesText(text: string, part: string): boolean {
  const isEasy = part.length <= nativePartLengthMax || text.length <= shortTextLengthMax
  return isEasy || part.length > text.length ? text.includes(part) : includesLong(text, part)
}

/** Most parts that are not in a text are found out by how they end, or by their middle. */
function includesLong(text: string, part: string): boolean {
  const middle = (part.length - nativePartLengthMax) >>> 1
  return (
    text.includes(part.slice(-nativePartLengthMax)) &&
    text.includes(part.slice(middle, middle + nativePartLengthMax)) &&
    includesUnits(unitsOf(text), unitsOf(part))
  )
}

/** UTF-16 units as numbers, which are read several times as fast as those of a string. */
function unitsOf(text: string): Uint16Array {
  const units = new Uint16Array(text.length)
  Buffer.from(units.buffer).write(text, 'utf16le')
  return units
}

/** Knuth, Morris and Pratt: never goes back in the text. */
function includesUnits(text: Uint16Array, part: Uint16Array): boolean {
  const borders = bordersOf(part)
  const { length } = part
  let matched = 0
  for (const unit of text) {
    while (part[matched] !== unit) {
      if (matched === 0) break
      matched = borders[matched - 1]!
    }
    if (part[matched] === unit && ++matched === length) return true
  }
  return false
}

/** For each beginning of a part: the longest shorter beginning that it ends with. */
function bordersOf(part: Uint16Array): Int32Array {
  const borders = new Int32Array(part.length)
  let border = 0
  for (let at = 1; at < part.length; at++) {
    const unit = part[at]
    while (border > 0 && part[border] !== unit) border = borders[border - 1]!
    if (part[border] === unit) border++
    borders[at] = border
  }
  return borders
}

/** How much of each part is searched for at once: as much as fits into the table. */
const prefixLengths = [256, 32, 8]
const tableCellsMax = 1024 * 1024

/**
 * Searches for many parts at once, by the automaton of Aho and Corasick. Of long parts only the
 * beginning is in it: the whole is searched for alone, if its beginning was found.
 */
export class PartsSearch {
  readonly #prefixLength: number
  readonly #automaton: Automaton
  #text: string | undefined
  #found: ReadonlySet<string> = new Set()

  constructor(parts: readonly string[]) {
    const fitting = prefixLengths.find(
      (length) => cellsOf(prefixes(parts, length)) <= tableCellsMax,
    )
    this.#prefixLength = fitting ?? prefixLengths.at(-1)!
    this.#automaton = automatonOf(prefixes(parts, this.#prefixLength))
  }

  /** `part` must be one of the parts. The text is read once for all of them. */
  isIn(text: string, part: string): boolean {
    if (text !== this.#text) {
      this.#found = prefixesIn(this.#automaton, text)
      this.#text = text
    }
    if (!this.#found.has(part.slice(0, this.#prefixLength))) return part === ''
    return part.length <= this.#prefixLength || includesText(text, part)
  }
}

function prefixes(parts: readonly string[], length: number): readonly string[] {
  return [...new Set(parts.map((part) => part.slice(0, length)))]
}

function cellsOf(words: readonly string[]): number {
  const units = new Set(words.flatMap((word) => [...word]))
  return (1 + words.reduce((sum, { length }) => sum + length, 0)) * (2 * units.size + 1)
}

interface Automaton {
  readonly words: readonly string[]
  /** The class of each UTF-16 unit: 0 for those in no word. */
  readonly classes: Uint16Array
  readonly classCount: number
  /** The next state, by state and class. State 0 is the beginning. */
  readonly next: Int32Array
  /** The word that ends in a state, from 1. */
  readonly wordAt: Int32Array
  /** For each state, the state of its longest ending that is a word itself. */
  readonly shorter: Int32Array
  /** Whether a word, or an ending that is one, ends in a state. */
  readonly endsWord: Uint8Array
}

function automatonOf(words: readonly string[]): Automaton {
  const { classes, classCount } = classesOf(words)
  const stateCount = 1 + words.reduce((sum, { length }) => sum + length, 0)
  const next = new Int32Array(stateCount * classCount)
  const wordAt = new Int32Array(stateCount)
  let states = 1
  for (const [index, word] of words.entries()) {
    let state = 0
    for (let at = 0; at < word.length; at++) {
      const cell = state * classCount + classes[word.charCodeAt(at)]!
      if (next[cell] === 0) next[cell] = states++
      state = next[cell]!
    }
    wordAt[state] = index + 1
  }
  const shorter = linkEndings({ next, wordAt, classCount }, states)
  const endsWord = Uint8Array.from(shorter, (word, state) => (word || wordAt[state] ? 1 : 0))
  return { words, classes, classCount, next, wordAt, shorter, endsWord }
}

function classesOf(words: readonly string[]): Pick<Automaton, 'classes' | 'classCount'> {
  const classes = new Uint16Array(0x10000)
  let classCount = 1
  for (const word of words) {
    for (let at = 0; at < word.length; at++) {
      const unit = word.charCodeAt(at)
      if (classes[unit] === 0) classes[unit] = classCount++
    }
  }
  return { classes, classCount }
}

/** Breadth first: fills in where a state leads if the text does not continue its word. */
function linkEndings(
  { next, wordAt, classCount }: Pick<Automaton, 'next' | 'wordAt' | 'classCount'>,
  states: number,
): Int32Array {
  const ending = new Int32Array(states)
  const shorter = new Int32Array(states)
  const queue = new Int32Array(states)
  let queued = 1
  for (let head = 0; head < queued; head++) {
    const state = queue[head]!
    const suffix = ending[state]!
    shorter[state] = wordAt[suffix] === 0 ? shorter[suffix]! : suffix
    for (let unitClass = 0; unitClass < classCount; unitClass++) {
      const cell = state * classCount + unitClass
      const fallback = state === 0 ? 0 : next[suffix * classCount + unitClass]!
      if (next[cell] === 0) next[cell] = fallback
      else {
        ending[next[cell]!] = fallback
        queue[queued++] = next[cell]!
      }
    }
  }
  return shorter
}

function prefixesIn(automaton: Automaton, text: string): ReadonlySet<string> {
  const { words, classes, classCount, next, wordAt, shorter } = automaton
  const found = new Set<string>()
  /** What is left to find: each state is looked at once, so that a text is read at full speed. */
  const wanted = automaton.endsWord.slice()
  let state = 0
  for (let at = 0; at < text.length; at++) {
    state = next[state * classCount + classes[text.charCodeAt(at)]!]!
    if (wanted[state] === 0) continue
    for (let word = state; word !== 0 && wanted[word] === 1; word = shorter[word]!) {
      wanted[word] = 0
      if (wordAt[word]! > 0) found.add(words[wordAt[word]! - 1]!)
    }
  }
  return found
}
