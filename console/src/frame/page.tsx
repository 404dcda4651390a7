import { useEffect, type ReactNode } from 'react'
import './page.css'
import { useWorkspace } from './workspace.js'

export interface PageProps {
  /** For the title of the window: `Music · items`. */
  readonly title: string
  /** Whether it fills the window and scrolls inside, as the grid does. */
  readonly isFull?: boolean
  readonly children: ReactNode
}

export function Page({ title, isFull = false, children }: PageProps) {
  const { region } = useWorkspace()
  useEffect(() => {
    document.title = `${title} · ${region}`
  }, [title, region])
  return <div className={isFull ? 'page page-full' : 'page'}>{children}</div>
}
