/* The page as one file: the start stands in it, with its style, so one request makes it visible. */
import {MARKUP} from './start/markup.js';

/** What the build puts into the page. */
export interface Inlined {
  readonly style: string;
  readonly script: string;
}

/** The empty icon keeps the browser from asking for one before the start is seen; `first.ts` names the true one. */
export function documentHtml({style, script}: Inlined): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="theme-color" content="#124329">
<title>Fivedice</title>
<link rel="icon" href="data:,">
<style>${style}</style>
<script>${script}</script>
</head>
<body>
<div id="page">${MARKUP}</div>
<noscript>Fivedice needs JavaScript.</noscript>
</body>
</html>
`;
}
