import { Plus } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { Button } from '../../design/button.js'
import { printPath } from '../../values/attribute-path.js'
import { typeOfValue, type AttributeValue, type Item } from '../../values/attribute-value.js'
import { emptyValue } from '../../values/convert-value.js'
import { shownElementsMax } from '../limits.js'
import { AddAttribute } from './add-attribute.js'
import { AttributeRow } from './attribute-row.js'
import { useFormParts, type Steps } from './form-context.js'

/** The attributes of an item, or the members of a map. */
export function MapFields({ map, path }: { readonly map: Item; readonly path: Steps }) {
  const [shownMost, setShownMost] = useState(shownElementsMax)
  const { keys } = useFormParts()
  const names = path.length === 0 ? keysFirst(Object.keys(map), keys.names) : Object.keys(map)
  return (
    <>
      {names.slice(0, shownMost).map((name) => (
        <AttributeRow
          key={name}
          path={[...path, name]}
          value={map[name]!}
          siblings={names}
          fieldsIn={fieldsIn}
        />
      ))}
      <ShowMore count={names.length} shownMost={shownMost} onMore={setShownMost} />
      <AddAttribute path={path} names={names} />
    </>
  )
}

/** The elements of a list, in their order. */
function ListFields({
  list,
  path,
}: {
  readonly list: readonly AttributeValue[]
  readonly path: Steps
}) {
  const { change } = useFormParts()
  const [shownMost, setShownMost] = useState(shownElementsMax)
  const last = list.at(-1)
  const add = () => {
    setShownMost(Math.max(shownMost, list.length + 1))
    change([...path, list.length], emptyValue(last === undefined ? 'S' : typeOfValue(last)))
  }
  return (
    <>
      {list.slice(0, shownMost).map((element, index) => (
        <AttributeRow
          key={index}
          path={[...path, index]}
          value={element}
          siblings={[]}
          fieldsIn={fieldsIn}
        />
      ))}
      <ShowMore count={list.length} shownMost={shownMost} onMore={setShownMost} />
      <div className="add-attribute">
        <Button
          kind="ghost"
          icon={Plus}
          aria-label={`Add element to ${printPath(path)}`}
          onClick={add}
        >
          Add element
        </Button>
      </div>
    </>
  )
}

function fieldsIn(value: AttributeValue, path: Steps): ReactNode {
  if ('M' in value) return <MapFields map={value.M} path={path} />
  return 'L' in value ? <ListFields list={value.L} path={path} /> : null
}

interface ShowMoreProps {
  readonly count: number
  readonly shownMost: number
  readonly onMore: (shownMost: number) => void
}

function ShowMore({ count, shownMost, onMore }: ShowMoreProps) {
  const hidden = count - shownMost
  if (hidden <= 0) return null
  return (
    <Button kind="ghost" onClick={() => onMore(shownMost + shownElementsMax)}>
      Show {Math.min(hidden, shownElementsMax)} more of {count}
    </Button>
  )
}

function keysFirst(names: readonly string[], keys: readonly string[]): readonly string[] {
  return [
    ...keys.filter((name) => names.includes(name)),
    ...names.filter((name) => !keys.includes(name)),
  ]
}
