/**
 * The measurement behind the stored form of an item: what writing it, answering from it and
 * evaluating an expression on it cost, and how large it is. The decision is in
 * docs/storage-format.md.
 */
import assert from 'node:assert/strict'
import { itemSizeBytes } from '../src/model/item-size.js'
import { machine, ratio, table, type Row } from './report.js'
import { medianNanoseconds, type Contender } from './rounds.js'
import { storedForms, type StoredForm } from './stored-form/forms.js'
import { sampleItems, type SampleItem } from './stored-form/sample-items.js'

const roundOptions = { rounds: 15, roundMs: 20 }

export function runStoredForm(): void {
  const forms = storedForms()
  console.log(`The stored form of an item, on ${machine()}`)
  console.log(
    'Microseconds per item (median of interleaved rounds), against wire JSON; smaller wins.',
  )
  for (const sample of sampleItems) reportSample(sample, forms)
}

function reportSample(sample: SampleItem, forms: readonly StoredForm[]): void {
  const sizeBytes = itemSizeBytes(sample.item)
  for (const form of forms) checkRoundTrip(form, sample, sizeBytes)
  const tasks = [
    forms.map((form) => writing(form, sample, sizeBytes)),
    forms.map((form) => answering(form, sample, sizeBytes)),
    forms.map((form) => evaluating(form, sample, sizeBytes)),
  ]
  const medians = tasks.map((contenders) => medianNanoseconds(contenders, roundOptions))
  const rows = forms.map((form, index) => [
    form.name,
    ...medians.flatMap((column) => cells(column[index]!, column[0]!)),
    form.write(sample.item, sizeBytes).length,
  ])
  const head: Row = ['form', 'write', '', 'answer', '', 'evaluate', '', 'stored bytes']
  console.log(`\n${sample.name}: ${sizeBytes} bytes as DynamoDB counts them`)
  console.log(table(head, rows))
}

function cells(nanoseconds: number, reference: number): readonly string[] {
  return [(nanoseconds / 1000).toFixed(2), ratio(nanoseconds, reference)]
}

function writing(form: StoredForm, { item }: SampleItem, sizeBytes: number): Contender {
  return { name: form.name, run: () => form.write(item, sizeBytes) }
}

function answering(form: StoredForm, { item }: SampleItem, sizeBytes: number): Contender {
  const stored = form.write(item, sizeBytes)
  return { name: form.name, run: () => form.readAnswer(stored) }
}

function evaluating(form: StoredForm, { item }: SampleItem, sizeBytes: number): Contender {
  const stored = form.write(item, sizeBytes)
  return { name: form.name, run: () => form.readItem(stored) }
}

/** A form that loses data would be fast for the wrong reason. */
function checkRoundTrip(form: StoredForm, { item }: SampleItem, sizeBytes: number): void {
  const stored = form.write(item, sizeBytes)
  assert.deepEqual({ ...form.readItem(stored) }, item, form.name)
  assert.deepEqual(JSON.parse(form.readAnswer(stored).toString('utf8')), { Item: item }, form.name)
}
