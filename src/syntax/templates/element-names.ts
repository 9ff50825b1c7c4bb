/** Elements of HTML, SVG and MathML: other names in lower case are those of components. */
export const ELEMENT_NAMES: ReadonlySet<string> = new Set(
  (
    "a abbr acronym address area article aside audio b base bdi bdo blockquote body br button canvas caption center cite " +
    "code col colgroup data datalist dd del details dfn dialog dir div dl dt em embed fieldset figcaption figure font " +
    "footer form frame frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html i iframe img input ins kbd label legend li " +
    "link main map mark marquee menu menuitem meta meter nav nobr noframes noscript object ol optgroup option output p " +
    "param picture pre progress q rp rt ruby s samp script search section select slot small source span strike strong " +
    "style sub summary sup table tbody td template textarea tfoot th thead time title tr track tt u ul var video wbr " +
    "animate animateMotion animateTransform circle clipPath defs desc discard ellipse feBlend feColorMatrix " +
    "feComponentTransfer feComposite feConvolveMatrix feDiffuseLighting feDisplacementMap feDistantLight feDropShadow " +
    "feFlood feFuncA feFuncB feFuncG feFuncR feGaussianBlur feImage feMerge feMergeNode feMorphology feOffset " +
    "fePointLight feSpecularLighting feSpotLight feTile feTurbulence filter foreignObject g image line linearGradient " +
    "marker mask metadata mpath path pattern polygon polyline radialGradient rect set stop svg switch symbol text " +
    "textPath tspan use view annotation annotation-xml maction math menclose merror mfrac mi mmultiscripts mn mo mover " +
    "mpadded mphantom mprescripts mroot mrow ms mspace msqrt mstyle msub msubsup msup mtable mtd mtext mtr munder " +
    "munderover none semantics color-profile font-face font-face-format font-face-name font-face-src font-face-uri " +
    "missing-glyph"
  ).split(" "),
);

/** Elements without content. */
export const VOID_ELEMENTS: ReadonlySet<string> = new Set(
  "area base br col embed hr img input link meta param source track wbr".split(" "),
);

/** "MyButton" for "my-button". */
export function toPascalCase(name: string): string {
  const camel = toCamelCase(name);
  return camel.slice(0, 1).toUpperCase() + camel.slice(1);
}

/** "myButton" for "my-button". */
export function toCamelCase(name: string): string {
  return name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}
