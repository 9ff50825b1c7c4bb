import type { ServerRow } from "../server-row.ts";

export const powershell: ServerRow = {
  id: "powershell",
  title: "PowerShell Editor Services",
  languageIds: { ".ps1": "powershell", ".psm1": "powershell", ".psd1": "powershell" },
  rootMarkers: ["PSScriptAnalyzerSettings.psd1", ".git"],
  needsMarker: false,
  commands: [{ binary: "powershell-editor-services", args: ["-Stdio"], from: "path" }],
  install: "install PowerShell Editor Services, https://github.com/PowerShell/PowerShellEditorServices",
};
