"""What games on squares share: sides, squares and cells, terrain, tiles and the landscape they make."""
