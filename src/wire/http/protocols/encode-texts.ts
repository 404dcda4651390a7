/** Joins the texts of an answer, however many there are, in turns. */
import { nextTurn, turnIsOver } from '../../../stdx/turns.js'

/** A text is a few characters, or some hundred numbers. */
const textsPerLook = 32

export async function encodeTexts(texts: Iterable<string>): Promise<Buffer> {
  const parts: string[] = []
  for (const text of texts) {
    parts.push(text)
    if (parts.length % textsPerLook === 0 && turnIsOver()) await nextTurn()
  }
  return Buffer.from(parts.join(''))
}

/** How many numbers of a list are one text. */
const numbersAtOnce = 500

/** The texts of a list of scalars, in pieces. */
export function* scalarTexts(
  list: readonly unknown[],
  textOf: (value: unknown) => string,
  separator: string,
): Generator<string> {
  for (let first = 0; first < list.length; first += numbersAtOnce) {
    const text = list
      .slice(first, first + numbersAtOnce)
      .map(textOf)
      .join(separator)
    yield first === 0 ? text : separator + text
  }
}
