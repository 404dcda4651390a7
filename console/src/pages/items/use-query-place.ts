/** The query of this page lives in its address; what is being typed lives here until it runs. */
import { useEffect, useMemo, useRef, useState } from 'react'
import type { ReadSource } from '../../code/key-attributes.js'
import type { ReadState } from '../../code/read-state.js'
import { useFragment } from '../../routes/place.js'
import type { Item } from '../../values/attribute-value.js'
import { settledQuery } from './query-draft.js'
import { linkOfQuery, queryOfLink } from './query-link.js'

export function useQueryPlace(sources: readonly ReadSource[]) {
  const [values, change] = useFragment()
  const { item, ...query } = values
  const key = JSON.stringify(query)
  const ran = useMemo(() => queryOfLink(JSON.parse(key) as Record<string, string>), [key])
  const [draft, setDraft] = useState(ran)
  const [turn, setTurn] = useState(0)
  const own = useRef(key)
  useEffect(() => {
    // Back, forward or a link: the builder shows what the address says.
    if (own.current !== key) setDraft(ran)
    own.current = key
  }, [key, ran])

  const run = (state: ReadState) => {
    const source = sources.find(({ index }) => index === state.index) ?? sources[0]!
    const link = linkOfQuery(settledQuery(state, source))
    const next = Object.fromEntries(Object.entries(link).filter(([, part]) => part !== undefined))
    own.current = JSON.stringify(next)
    if (own.current === key) setTurn(turn + 1)
    else change({ ...link, item: undefined }, { push: true })
  }
  return {
    draft,
    setDraft,
    ran,
    /** Changes with each run, also of the same query. */
    turn: `${key} ${turn}`,
    run,
    openKey: keyOfLink(item),
    open: (next: Item | undefined) =>
      change({ item: next === undefined ? undefined : JSON.stringify(next) }),
  }
}

function keyOfLink(text: string | undefined): Item | undefined {
  try {
    return text === undefined ? undefined : (JSON.parse(text) as Item)
  } catch {
    return undefined
  }
}
