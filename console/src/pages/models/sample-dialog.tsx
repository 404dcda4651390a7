import { useState } from 'react'
import { Button } from '../../design/button.js'
import { Dialog } from '../../design/dialog.js'
import { Field } from '../../design/field.js'
import { TextArea } from '../../design/inputs.js'
import { checkSample } from '../../modelling/check-samples.js'
import { itemKeyOf, type ModelTable } from '../../modelling/data-model.js'
import { entityFinder } from '../../modelling/detect-entity.js'
import type { ViewRow } from '../../modelling/table-view.js'
import type { Item } from '../../values/attribute-value.js'
import { readDynamoJson } from '../../values/dynamodb-json.js'
import type { TabProps } from './tab-props.js'
import { withoutSample, withSample } from './model-edits.js'
import './sample-dialog.css'

export interface SampleDialogProps extends TabProps {
  /** Absent for a new sample. */
  readonly row: ViewRow | undefined
  readonly onClose: () => void
}

export function SampleDialog({ model, table, row, change, onClose }: SampleDialogProps) {
  const [text, setText] = useState(() => sampleLines(row?.item ?? newSample(table)))
  const read = readDynamoJson(text)
  const item = 'item' in read ? read.item : undefined
  const entity = item && table.entities.find(({ name }) => name === entityFinder(table)(item))
  const key = item && itemKeyOf(table.key, item)
  const faults = [
    ...('faults' in read ? read.faults.map(({ message }) => message) : []),
    ...(item === undefined ? [] : checkSample(table, entity, item).map(({ message }) => message)),
    ...(key !== undefined && key !== row?.itemKey && isTaken(table, key)
      ? ['Another sample has this key; saving replaces it']
      : []),
  ]
  const save = () => {
    if (item !== undefined) change(withSample(model, table, item, row?.itemKey))
    onClose()
  }
  return (
    <Dialog
      title={row === undefined ? 'Add sample' : 'Sample'}
      description={entity === undefined ? undefined : `An item of ${entity.name}.`}
      size="wide"
      open
      onClose={onClose}
      footer={
        <>
          {row !== undefined && (
            <Button
              kind="danger"
              className="designer-edits"
              onClick={() => {
                change(withoutSample(model, table, row.itemKey))
                onClose()
              }}
            >
              Delete sample
            </Button>
          )}
          <Button onClick={onClose}>Cancel</Button>
          <Button
            kind="primary"
            className="designer-edits"
            disabled={key === undefined}
            onClick={save}
          >
            Save sample
          </Button>
        </>
      }
    >
      <Field label="Item as DynamoDB JSON">
        {(parts) => <TextArea {...parts} mono rows={16} value={text} onChange={setText} />}
      </Field>
      <ul className="sample-faults" aria-label="Findings">
        {faults.map((fault) => (
          <li key={fault}>{fault}.</li>
        ))}
      </ul>
    </Dialog>
  )
}

/** An attribute on each line. */
function sampleLines(item: Item): string {
  const lines = Object.entries(item).map(
    ([name, value]) => `  ${JSON.stringify(name)}: ${JSON.stringify(value)}`,
  )
  return `{\n${lines.join(',\n')}\n}`
}

function isTaken(table: ModelTable, key: string): boolean {
  return table.samples.some((item) => itemKeyOf(table.key, item) === key)
}

function newSample({ key: { partition, sort } }: ModelTable): Item {
  const item = { [partition.name]: { [partition.type]: '' } }
  return (sort === undefined
    ? item
    : { ...item, [sort.name]: { [sort.type]: '' } }) as object as Item
}
