/** Whether a folder of that name stands in the path of a file. */
export function hasFolder(path: string, folder: string): boolean {
  return folder !== "" && path.replaceAll("\\", "/").includes(`/${folder}/`);
}
