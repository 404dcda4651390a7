import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import '../design/base.css'
import '../design/tokens.css'
import { App } from './app.js'

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
