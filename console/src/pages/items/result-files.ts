/** A whole result as a file, written page by page: what the grid shows is no limit. */
import type { Item } from '../../values/attribute-value.js'
import { clipboardText, plainItemText } from '../../values/plain-json.js'

export type ResultForm = 'csv' | 'json' | 'dynamodb-json'

export const resultForms: readonly {
  readonly form: ResultForm
  readonly label: string
  readonly ending: string
  readonly mime: string
}[] = [
  { form: 'csv', label: 'CSV', ending: 'csv', mime: 'text/csv' },
  { form: 'json', label: 'JSON', ending: 'json', mime: 'application/json' },
  { form: 'dynamodb-json', label: 'DynamoDB JSON', ending: 'json', mime: 'application/json' },
]

/**
 * Pieces of the file. CSV has its columns in the first line, so they must be known before: the caller
 * gives those of the items it has seen, and an attribute that appears later is reported as left out.
 */
export class ResultWriter {
  readonly #form: ResultForm
  readonly #columns: readonly string[]
  readonly #left = new Set<string>()
  #isFirst = true

  constructor(form: ResultForm, columns: readonly string[]) {
    this.#form = form
    this.#columns = columns
  }

  /** Attributes that had no column. */
  get leftOut(): readonly string[] {
    return [...this.#left]
  }

  begin(): string {
    return this.#form === 'csv' ? csvLine(this.#columns) : '['
  }

  write(items: readonly Item[]): string {
    return items.map((item) => this.#line(item)).join('')
  }

  end(): string {
    return this.#form === 'csv' ? '' : '\n]\n'
  }

  #line(item: Item): string {
    if (this.#form === 'csv') return this.#csv(item)
    const text = this.#form === 'json' ? plainItemText(item, 0) : JSON.stringify(item)
    const comma = this.#isFirst ? '' : ','
    this.#isFirst = false
    return `${comma}\n${text}`
  }

  #csv(item: Item): string {
    for (const name in item) if (!this.#columns.includes(name)) this.#left.add(name)
    return csvLine(
      this.#columns.map((name) =>
        Object.hasOwn(item, name) ? clipboardText(item[name]!) : undefined,
      ),
    )
  }
}

/** A missing attribute is an empty field, an empty text is two quotes. */
function csvLine(fields: readonly (string | undefined)[]): string {
  return `${fields.map((field) => (field === undefined ? '' : csvField(field))).join(',')}\r\n`
}

function csvField(text: string): string {
  return text === '' || /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
