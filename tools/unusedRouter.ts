// react-router's published build marks no component as side-effect free, so the first screen loaded all of them but needs only the router:
// 8 KB gz of 31 (Link, Form, NavLink, ScrollRestoration, Scripts and their callees).
import type { Plugin } from 'vite';

/** `var Link = React10.forwardRef(…`: without an annotation, a bundler must assume that any call has side effects. */
const unmarkedCall = /^(var \w+ = )(React\d*\.(?:forwardRef|memo|createContext)\()/gm;
/** `Link.displayName = "Link";`: names for developer tools, which keep their components alive. */
const displayName = /^\w+\.displayName = "\w+";$/gm;

/** Vite plugin that removes unused parts of react-router. */
export function unusedRouter(): Plugin {
  return {
    name: 'hakbang-unused-router',
    apply: 'build',
    transform: {
      filter: { id: /node_modules\/react-router\/dist\/.+\.mjs$/ },
      handler: (code) => ({ code: code.replace(unmarkedCall, '$1/* @__PURE__ */ $2').replace(displayName, ''), map: null }),
    },
  };
}
