import { Plus, Sparkles } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../design/button.js'
import { Notice } from '../../design/notice.js'
import { Panel } from '../../design/panel.js'
import { useToasts } from '../../frame/toasts.js'
import type { Entity } from '../../modelling/data-model.js'
import { legendOf } from '../../modelling/detect-entity.js'
import { warningsOf } from '../../modelling/model-warnings.js'
import { proposeEntities } from '../../modelling/propose-entities.js'
import type { TabProps } from './tab-props.js'
import './design-tab.css'
import { EntityEditor } from './entity-editor.js'
import { EntityLegend } from '../../collections/entity-legend.js'
import { IndexPanel } from './index-panel.js'
import { withEntity, withTable } from './model-edits.js'
import { TablePanel } from './table-panel.js'
import { useIsPhone } from '../../frame/use-is-phone.js'

export interface DesignTabProps extends TabProps {
  readonly onAddTable: () => void
}

export function DesignTab({ model, table, change, onAddTable }: DesignTabProps) {
  const isPhone = useIsPhone()
  const [chosen, setChosen] = useState(table.entities[0]?.name)
  const toast = useToasts()
  const entity = table.entities.find(({ name }) => name === chosen) ?? table.entities[0]
  const warnings = warningsOf(table, model.patterns)
  const propose = () => {
    const known = new Set(table.entities.map(({ name }) => name))
    const fresh = proposeEntities(table).filter(({ name }) => !known.has(name))
    if (fresh.length === 0) toast({ text: 'The samples have no other entities.' })
    else change(withTable(model, { ...table, entities: [...table.entities, ...fresh] }))
  }
  const add = () => {
    const name = freeName(table.entities)
    const templates = Object.fromEntries(
      [table.key.partition, table.key.sort].flatMap((key) =>
        key === undefined ? [] : [[key.name, `${name.toUpperCase().replace(/ /g, '')}#<id>`]],
      ),
    )
    change(withEntity(model, table, { name, templates, attributes: [] }, undefined))
    setChosen(name)
  }
  return (
    <div className="design-tab">
      {warnings.length > 0 && (
        <Notice tone="warn">
          <ul className="design-warnings" aria-label="Warnings">
            {warnings.map(({ subject, message }) => (
              <li key={subject + message}>
                <strong>{subject}</strong> {message}
              </li>
            ))}
          </ul>
        </Notice>
      )}
      <Panel
        title="Entities"
        actions={
          <div className="designer-edits design-buttons">
            <Button icon={Sparkles} disabled={table.samples.length === 0} onClick={propose}>
              Propose from samples
            </Button>
            <Button icon={Plus} onClick={add}>
              Add entity
            </Button>
          </div>
        }
      >
        <div className="design-entities">
          <EntityLegend entries={legendOf(table)} chosen={entity?.name} onChoose={setChosen} />
          {entity === undefined ? (
            <p className="design-hint">
              An entity says what the keys of its items look like, as CUST#&lt;customerId&gt;.
            </p>
          ) : (
            <fieldset className="design-fields" disabled={isPhone}>
              <EntityEditor
                key={`${table.name} ${entity.name}`}
                model={model}
                table={table}
                entity={entity}
                change={change}
                onRenamed={setChosen}
              />
            </fieldset>
          )}
        </div>
      </Panel>
      <IndexPanel model={model} table={table} change={change} />
      <fieldset className="design-fields" disabled={isPhone}>
        <TablePanel model={model} table={table} change={change} onAddTable={onAddTable} />
      </fieldset>
    </div>
  )
}

function freeName(entities: readonly Entity[]): string {
  let n = entities.length + 1
  while (entities.some(({ name }) => name === `Entity ${n}`)) n += 1
  return `Entity ${n}`
}
