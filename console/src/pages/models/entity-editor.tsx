import { Trash2, Wand } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../design/button.js'
import { Field } from '../../design/field.js'
import { TextInput } from '../../design/inputs.js'
import { type Entity, everyKeyAttribute } from '../../modelling/data-model.js'
import { generateSamples } from '../../modelling/generate-samples.js'
import { generatedItemsMax } from '../../modelling/limits.js'
import type { TabProps } from './tab-props.js'
import { EditedText } from './edited-text.js'
import { addSamples, withEntity, withoutEntity } from './model-edits.js'

export interface EntityEditorProps extends TabProps {
  readonly entity: Entity
  readonly onRenamed: (name: string) => void
}

export function EntityEditor({ model, table, entity, change, onRenamed }: EntityEditorProps) {
  const save = (next: Entity) => change(withEntity(model, table, next, entity.name))
  const rename = (name: string) => {
    if (name === '' || table.entities.some((each) => each.name === name)) return
    save({ ...entity, name })
    onRenamed(name)
  }
  const setTemplate = (key: string, template: string) => {
    const { [key]: _, ...others } = entity.templates
    const templates = template === '' ? others : { ...others, [key]: template }
    // The aliases of a facet that was read are of the templates that it had.
    const { facet: __, ...rest } = entity
    save({ ...rest, templates })
  }
  const setRule = (attribute: string, value: string) => {
    const { rule: _, ...rest } = entity
    save(attribute === '' ? rest : { ...rest, rule: { attribute, value } })
  }
  return (
    <div className="entity-editor">
      <div className="entity-templates">
        <EditedText label="Name" value={entity.name} onSave={rename} />
        <EditedText
          label="Attributes"
          hint="Separated by commas."
          value={entity.attributes.join(', ')}
          onSave={(text) => save({ ...entity, attributes: namesIn(text) })}
        />
      </div>
      <div className="entity-templates">
        {everyKeyAttribute(table).map(({ name }) => (
          <EditedText
            key={name}
            label={`Template of ${name}`}
            mono
            placeholder="none"
            value={entity.templates[name] ?? ''}
            onSave={(template) => setTemplate(name, template)}
          />
        ))}
      </div>
      <div className="entity-templates">
        <EditedText
          label="Type attribute"
          hint="Tells its items if templates do not."
          mono
          placeholder="none"
          value={entity.rule?.attribute ?? ''}
          onSave={(attribute) => setRule(attribute, entity.rule?.value ?? entity.name)}
        />
        {entity.rule !== undefined && (
          <EditedText
            label="Value of the type attribute"
            mono
            value={entity.rule.value}
            onSave={(value) => setRule(entity.rule?.attribute ?? '', value)}
          />
        )}
      </div>
      <div className="entity-foot designer-edits">
        <Generate
          onGenerate={(count) =>
            change(addSamples(model, table, generateSamples(table, entity, count, Math.random)))
          }
        />
        <Button
          kind="danger"
          icon={Trash2}
          onClick={() => change(withoutEntity(model, table, entity.name))}
        >
          Delete entity
        </Button>
      </div>
    </div>
  )
}

function Generate({ onGenerate }: { readonly onGenerate: (count: number) => void }) {
  const [count, setCount] = useState('5')
  const wanted = Number(count)
  const isCount = Number.isInteger(wanted) && wanted > 0 && wanted <= generatedItemsMax
  return (
    <div className="entity-generate">
      <Field label="Samples">
        {(parts) => <TextInput {...parts} inputMode="numeric" value={count} onChange={setCount} />}
      </Field>
      <Button icon={Wand} disabled={!isCount} onClick={() => onGenerate(wanted)}>
        Generate
      </Button>
    </div>
  )
}

function namesIn(text: string): readonly string[] {
  const names = text.split(',').map((name) => name.trim())
  return [...new Set(names)].filter((name) => name !== '')
}
