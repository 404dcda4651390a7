import { useEffect, useRef, useState } from 'react'
import { Notice } from '../../design/notice.js'
import { JsonEditor } from '../../text/json-editor.js'
import type { TextProblem } from '../../text/text-problem.js'
import type { Item } from '../../values/attribute-value.js'
import { printDynamoJson, readDynamoJson } from '../../values/dynamodb-json.js'
import { plainItemText } from '../../values/plain-json.js'
import { lineOf, type TextFault } from '../../values/read-json.js'
import { readPlainJson, type TypeChoices, type TypeDoubt } from '../../values/read-plain-json.js'
import { TypeDoubts } from './type-doubts.js'

export interface TextTabProps {
  readonly form: 'dynamodb' | 'plain'
  readonly item: Item
  /** Where plain JSON takes its types from. */
  readonly original: Item
  readonly onChange: (item: Item, place: string) => void
  /** Whether the text can be read; while it cannot, there is nothing to save. */
  readonly onReadable: (isReadable: boolean) => void
  readonly onSubmit: () => void
}

interface Reading {
  readonly item?: Item
  readonly faults: readonly TextFault[]
  readonly doubts: readonly TypeDoubt[]
}

const none: readonly never[] = []

/** An item as text, DynamoDB JSON or plain JSON. */
export function TextTab({ form, item, original, onChange, onReadable, onSubmit }: TextTabProps) {
  const [text, setText] = useState(() => print(form, item))
  const [faults, setFaults] = useState<readonly TextFault[]>(none)
  const [doubts, setDoubts] = useState<readonly TypeDoubt[]>(none)
  const [choices, setChoices] = useState<TypeChoices>({})
  const shown = useRef(item)

  useEffect(() => {
    // Changed elsewhere: taken back, discarded or saved.
    if (shown.current === item) return
    shown.current = item
    setText(print(form, item))
    setFaults(none)
    setDoubts(none)
    onReadable(true)
  }, [item, form, onReadable])

  const take = (next: string, decided: TypeChoices) => {
    const reading = read(form, next, original, decided)
    setText(next)
    setFaults(reading.faults)
    setDoubts(reading.doubts)
    onReadable(reading.item !== undefined)
    if (reading.item === undefined) return
    shown.current = reading.item
    onChange(reading.item, form)
  }
  const [fault] = faults
  return (
    <div className="text-tab">
      {form === 'plain' && (
        <p className="text-tab-hint">
          Plain JSON cannot tell a set from a list, or binary from text: every value keeps the type
          it has.
        </p>
      )}
      <div className="text-tab-editor">
        <JsonEditor
          label={form === 'plain' ? 'Item as plain JSON' : 'Item as DynamoDB JSON'}
          value={text}
          errors={faults.map(problemOf)}
          onChange={(next) => {
            if (next !== text) take(next, choices)
          }}
          onSubmit={onSubmit}
        />
      </div>
      {fault !== undefined && (
        <Notice tone="warn">
          Line {lineOf(text, fault.start).line}, column {lineOf(text, fault.start).column}:{' '}
          {fault.message}
        </Notice>
      )}
      <TypeDoubts
        doubts={doubts}
        onChoose={(path, type) => {
          const decided = { ...choices, [path]: type }
          setChoices(decided)
          take(text, decided)
        }}
      />
    </div>
  )
}

function print(form: TextTabProps['form'], item: Item): string {
  return form === 'plain' ? plainItemText(item) : printDynamoJson(item)
}

function read(
  form: TextTabProps['form'],
  text: string,
  original: Item,
  choices: TypeChoices,
): Reading {
  if (form === 'plain') {
    const result = readPlainJson(text, original, choices)
    return 'faults' in result
      ? { faults: result.faults, doubts: none }
      : { ...result, faults: none }
  }
  const result = readDynamoJson(text)
  if ('faults' in result) return { faults: result.faults, doubts: none }
  return { item: result.item, faults: none, doubts: none }
}

function problemOf({ start, end, message }: TextFault): TextProblem {
  return { from: start, to: end, message }
}
