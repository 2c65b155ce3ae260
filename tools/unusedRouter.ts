// react-router's published build marks no component as one that may be left out, so all of them came with the first screen,
// which needs only the router itself: 8 KB gz of 31 (Link, Form, NavLink, ScrollRestoration, Scripts and what they call).
import type { Plugin } from 'vite';

/** `var Link = React10.forwardRef(…`: without a mark, a bundler must take any call for one with an effect. */
const unmarkedCall = /^(var \w+ = )(React\d*\.(?:forwardRef|memo|createContext)\()/gm;
/** `Link.displayName = "Link";`: names for the developer tools, which would keep alive what they name. */
const displayName = /^\w+\.displayName = "\w+";$/gm;

/** Lets a build leave out what of react-router nobody imports. */
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
